import type {
  ConnectExchange,
  ConnectProblem,
  ConnectWalletState,
} from '../../../src/domain/connect.ts';
import { ForeignText } from '../../src/components/foreign-text.tsx';
import { Notice } from '../../src/components/notice.tsx';
import { ConnectRefusal } from './connect-api.ts';

/** The properties of {@link Refusal}. */
export interface RefusalProps {
  readonly error: Error;
  /** The exchange that was asked; missing if canceling failed before one was chosen. */
  readonly exchange: ConnectExchange | undefined;
  /** Name of the project that asks. */
  readonly project: string;
  readonly onRetry: () => void;
}

/** Shows why the account was not connected, and what the customer can do. */
export function Refusal({ error, exchange, project, onRetry }: RefusalProps) {
  const { title, advice, retries } = explainRefusal(error, exchange, project);
  const retry = (
    <button type="button" class="button" onClick={onRetry}>
      Try again
    </button>
  );
  return (
    <Notice tone="error" title={title} isAlert action={retries === true ? retry : undefined}>
      {error instanceof ConnectRefusal && (
        <p class="detail">
          <ForeignText text={error.problem.detail} />
        </p>
      )}
      <p>{advice}</p>
    </Notice>
  );
}

interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** True if the same credentials may be accepted later. */
  readonly retries?: true;
}

/** Returns true if the credentials were not refused, so that the same ones can be sent again. */
export function canRetry(error: Error): boolean {
  return !(error instanceof ConnectRefusal) || RETRIED.has(error.problem.code);
}

/** Refusals that say nothing about the credentials. */
const RETRIED: ReadonlySet<string> = new Set([
  'exchange_unavailable',
  'rate_limited',
  'session_busy',
  'overloaded',
  'store_unavailable',
]);

function explainRefusal(
  error: Error,
  exchange: ConnectExchange | undefined,
  project: string,
): Explanation {
  if (!(error instanceof ConnectRefusal)) {
    return {
      title: 'The service does not respond',
      advice: 'Check your connection to the internet, then try again.',
      retries: true,
    };
  }
  const { problem, retryAfterMs } = error;
  const unknown = { title: problem.title, advice: `Nothing was stored. Ask ${project} for help.` };
  if (exchange === undefined) return unknown;
  const { name } = exchange;
  switch (problem.code) {
    case 'credentials_rejected': {
      return explainRejection(problem, exchange);
    }
    case 'credentials_malformed': {
      return {
        title: 'A part of the key cannot be right',
        advice: 'Correct the marked fields. Copy each part again, from end to end.',
      };
    }
    case 'credentials_too_powerful': {
      return {
        title: 'The key may do more than read',
        advice:
          `It may ${joinRights(problem)}, and ${project} only reads. Remove these rights at ${name}, or ` +
          `create a key without them. It must not have: ${exchange.guide.forbids.join('; ')}.`,
      };
    }
    case 'already_connected': {
      return {
        title: 'This account is already connected',
        advice: explainState(problem.wallet?.state, project),
      };
    }
    case 'exchange_unavailable': {
      return {
        title: `${name} does not respond`,
        advice: 'Nothing was stored. Try again in a minute: what you entered is still in the form.',
        retries: true,
      };
    }
    case 'rate_limited': {
      return {
        title: 'Too many attempts',
        advice: `Wait ${formatWait(retryAfterMs)}, then try again.`,
        retries: true,
      };
    }
    case 'session_busy':
    case 'overloaded':
    case 'store_unavailable': {
      const wait = formatWait(retryAfterMs);
      return {
        title: problem.title,
        advice: `Wait ${wait}, then try again: what you entered is still in the form.`,
        retries: true,
      };
    }
    default: {
      return unknown;
    }
  }
}

function explainRejection(
  { reason, addresses = [] }: ConnectProblem,
  { name, guide, credentials }: ConnectExchange,
): Explanation {
  const hasSecret = credentials.some(({ secret }) => secret);
  switch (reason) {
    case 'missing_right': {
      return {
        title: 'The key lacks a right',
        advice: `Add it to the key at ${name}, or create another key. It needs: ${guide.needs.join('; ')}.`,
      };
    }
    case 'address_not_allowed': {
      const allowed = addresses.length === 0 ? '' : `Allow ${addresses.join(', ')}, or remove`;
      return {
        title: 'The key only works from other IP addresses',
        advice: `${allowed || 'Remove'} the list of IP addresses from the key at ${name}.`,
      };
    }
    case 'wrong_credentials':
    case undefined:
    default: {
      return {
        title: `${name} does not accept the key`,
        advice:
          'Check that each part was copied from end to end and is in its own field, and that it is active ' +
          `at ${name}.${hasSecret ? ' The secret was removed from the form: enter it again.' : ''}`,
      };
    }
  }
}

/** Says what happens with a wallet that is connected already. */
function explainState(state: ConnectWalletState | undefined, project: string): string {
  switch (state) {
    case 'stopped': {
      return `${project} can no longer read it: ask ${project} for a link that replaces its key.`;
    }
    case 'failing': {
      return `The last reading failed, and ${project} retries it, so there is nothing to do.`;
    }
    case 'paused': {
      return `${project} has paused it.`;
    }
    case 'new':
    case 'synced':
    case 'backfilling':
    case 'imported':
    case undefined:
    default: {
      return `${project} reads it already, so there is nothing to do.`;
    }
  }
}

function joinRights({ rights = [] }: ConnectProblem): string {
  return rights.length === 0 ? 'trade or withdraw' : rights.join(' and ');
}

function formatWait(durationMs: number | undefined): string {
  if (durationMs === undefined) return 'a minute';
  const seconds = Math.ceil(durationMs / 1000);
  if (seconds < 100) return seconds === 1 ? 'a second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
