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
/** Longer than the service keeps the connection of a request that waits for an exchange. */
const SUBMIT_MS_MAX = 75_000;
const POLL_MS = 700;
/** Maximum requests for the step of a check: more than {@link SUBMIT_MS_MAX}. */
const POLLS_MAX = 110;

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
      const answer = send<ConnectEnd>('POST', 'connection', options);
      void reportSteps(answer, () => send<ConnectProgress>('GET', 'connection'), onStep);
      return answer;
    },
    cancel: () => send('DELETE', 'session'),
  };
}

/**
 * Reports the steps of a check until the answer to its request arrives. A request for a step that fails is omitted: the
 * answer says how the check ended.
 */
async function reportSteps(
  answer: Promise<unknown>,
  readProgress: () => Promise<ConnectProgress>,
  onStep: (step: ConnectStep) => void,
): Promise<void> {
  let isEnded = false;
  const end = (): void => {
    isEnded = true;
  };
  answer.then(end, end);
  for (let count = 0; count < POLLS_MAX; count += 1) {
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS);
    });
    const progress = isEnded ? undefined : await readProgress().catch(() => undefined);
    if (isEnded) return;
    if (typeof progress?.step === 'string') onStep(progress.step);
  }
}

/** Returns the refusal; an error if the response is not from the service, but from a proxy for example. */
async function readRefusal(response: Response): Promise<Error> {
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('application/problem+json')) return new Error(`status ${response.status}`);
  const problem = (await response.json()) as ConnectProblem;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ConnectRefusal(problem, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}
