/** The API of the Connect page; see `src/domain/connect.ts`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { ProblemError } from '../../domain/problem.ts';
import type { ServerLimits } from '../limits.ts';
import { readBodiesAsBytes } from '../manage/raw-body.ts';
import { sendText } from '../plugins/send-text.ts';
import type { WrongKeys } from '../plugins/wrong-keys.ts';
import { Attempts } from './attempts.ts';
import type { ConnectParts } from './connect-parts.ts';

/** The dependencies of the API. */
export interface ConnectRouteOptions {
  readonly connect: ConnectParts;
  /** Limits wrong tokens by address. */
  readonly wrongKeys: WrongKeys;
  readonly now: () => number;
  readonly limits: Pick<ServerLimits, 'socketTimeoutMs' | 'keyCheckSocketTimeoutMs'>;
}

const API = '/connect/api';
const BODY_BYTES_MAX = 65_536;
const TOKEN = /^Bearer +([\w-]{43})$/i;
const CHALLENGE = { 'www-authenticate': 'Bearer realm="wallet-teller connect"' };

/** Adds the API. Its routes are read from the page only: no header allows another origin to call them. */
export function addConnectApi(app: FastifyInstance, options: ConnectRouteOptions): void {
  const { limits } = options;
  const { readSession, readProgress, cancel, connect, listExchanges } = options.connect;
  const attempts = new Attempts();
  readBodiesAsBytes(app, ['application/json']);
  const route = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    run: (token: string, request: FastifyRequest) => Promise<object | string>,
  ): void => {
    app.route({
      method,
      url: `${API}/${path}`,
      bodyLimit: BODY_BYTES_MAX,
      handler: async (request, reply) => {
        const result = await withToken(request, options, (token) => run(token, request));
        return sendJson(reply, result);
      },
    });
  };
  route('GET', 'session', readSession);
  route('DELETE', 'session', cancel);
  route('GET', 'exchanges', async (token) => {
    await readSession(token);
    return listExchanges();
  });
  route('GET', 'connection', readProgress);
  route('POST', 'connection', async (token, { body, raw: { socket } }) => {
    // Without a session, nothing is said about the body, and the token counts as a wrong one.
    const { id } = await readSession(token);
    const { readConnectRequest } = await import('./connect-request.ts');
    const wanted = readConnectRequest(body instanceof Buffer ? body : undefined);
    attempts.take(id);
    // The key may wait for its turn. If the connection were closed, the account would be connected without a response.
    socket.setTimeout(limits.keyCheckSocketTimeoutMs);
    try {
      return await connect(token, wanted);
    } finally {
      // Before the response: after it, Node sets the timeout of an idle connection.
      socket.setTimeout(limits.socketTimeoutMs);
    }
  });
}

/** Calls `run` with the token of a request. Wrong tokens are limited by address. */
async function withToken<Result>(
  request: FastifyRequest,
  { wrongKeys, now }: ConnectRouteOptions,
  run: (token: string) => Promise<Result>,
): Promise<Result> {
  const token = TOKEN.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const result = await wrongKeys.verify(request, token, now(), async () => {
    try {
      return await run(token);
    } catch (error) {
      if ((error as { readonly code?: unknown }).code === 'session_not_found') return undefined;
      throw error;
    }
  });
  if (result !== undefined) return result;
  throw new ProblemError('session_not_found', 'no session has this token', { headers: CHALLENGE });
}

function sendJson(reply: FastifyReply, result: object | string): FastifyReply {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return sendText(reply.header('cache-control', 'no-store'), 'application/json', text);
}
