/** Requests of the page: the types are those of `src/domain/connect.ts`. */
import type {
  ConnectEnd,
  ConnectExchange,
  ConnectExchangeList,
  ConnectProblem,
  ConnectProgress,
  ConnectRequest,
  ConnectSession,
  ConnectStep,
} from '../../../src/domain/connect.ts';

const REQUEST_MS_MAX = 30_000;
/** The service asks an exchange several times before it answers. */
const SUBMIT_MS_MAX = 60_000;
const POLL_MS = 700;
/** Maximum requests for the state of a check: more than a minute. */
const POLLS_MAX = 100;
/** Maximum consecutive requests that fail while a check runs, in a train for example. */
const FAILED_POLLS_MAX = 5;

/** A refusal of the service. */
export class ConnectRefusal extends Error {
  readonly problem: ConnectProblem;
  /** Time until a retry is useful; `undefined` if the service does not say it. */
  readonly retryAfterMs: number | undefined;

  constructor(problem: ConnectProblem, retryAfterMs?: number) {
    super(problem.code);
    this.name = 'ConnectRefusal';
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What the page requests. Each method throws {@link ConnectRefusal}, or another error without an answer. */
export interface ConnectApi {
  readonly readSession: () => Promise<ConnectSession>;
  readonly listExchanges: () => Promise<readonly ConnectExchange[]>;
  /** Sends the credentials and waits until they are checked. */
  readonly submit: (
    request: ConnectRequest,
    onStep: (step: ConnectStep) => void,
  ) => Promise<ConnectEnd>;
  readonly cancel: () => Promise<ConnectEnd>;
}

/** Returns the API of the session with this token. */
export function createConnectApi(token: string): ConnectApi {
  const send = async <Answer>(
    method: string,
    path: string,
    options: { readonly body?: unknown; readonly timeoutMs?: number } = {},
  ): Promise<Answer> => {
    const { body, timeoutMs = REQUEST_MS_MAX } = options;
    // A token that cannot be a header value is of no session.
    const headers: Record<string, string> = {
      authorization: `Bearer ${encodeURIComponent(token)}`,
    };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const response = await fetch(`./connect/api/${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (!response.ok) throw await readRefusal(response);
    return (await response.json()) as Answer;
  };
  return {
    readSession: () => send('GET', 'session'),
    listExchanges: async () => (await send<ConnectExchangeList>('GET', 'exchanges')).items,
    submit: async (request, onStep) => {
      const options = { body: request, timeoutMs: SUBMIT_MS_MAX };
      const first = await send<ConnectProgress>('POST', 'connection', options);
      return waitForEnd(first, () => send<ConnectProgress>('GET', 'connection'), onStep);
    },
    cancel: () => send('DELETE', 'session'),
  };
}

/** Requests the state of the check until it has ended. */
async function waitForEnd(
  first: ConnectProgress,
  poll: () => Promise<ConnectProgress>,
  onStep: (step: ConnectStep) => void,
): Promise<ConnectEnd> {
  let progress = first;
  let failed = 0;
  for (let count = 0; count < POLLS_MAX; count += 1) {
    if (progress.state === 'connected') return progress;
    if (progress.state === 'refused') throw new ConnectRefusal(progress.problem);
    onStep(progress.step);
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
    try {
      progress = await poll();
      failed = 0;
    } catch (error) {
      failed += 1;
      if (error instanceof ConnectRefusal || failed > FAILED_POLLS_MAX) throw error;
    }
  }
  throw new Error('the check did not end');
}

/** Returns the refusal; an error if the response is not from the service, but from a proxy for example. */
async function readRefusal(response: Response): Promise<Error> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) return new Error(`status ${response.status}`);
  const problem = (await response.json()) as ConnectProblem;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ConnectRefusal(problem, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}
