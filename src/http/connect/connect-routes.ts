/** The API of the Connect page; see `src/domain/connect.ts`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import { ProblemError } from '../../domain/problem.ts';
import { createBodyReader } from '../manage/body.ts';
import { clientOf } from '../plugins/client-address.ts';
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
}

const API = '/connect/api';
const BODY_BYTES_MAX = 65_536;
const TOKEN = /^Bearer +([\w-]{43})$/i;
const CHALLENGE = { 'www-authenticate': 'Bearer realm="wallet-teller connect"' };
const CONNECT_REQUEST = Type.Object(
  {
    exchange: Type.String({ minLength: 1, maxLength: 64 }),
    credentials: Type.Record(Type.String(), Type.String({ maxLength: 16_384 })),
  },
  { additionalProperties: false },
);

/** Adds the API. Its routes are read from the page only: no header allows another origin to call them. */
export function addConnectApi(app: FastifyInstance, options: ConnectRouteOptions): void {
  const { readSession, cancel, connect, listExchanges } = options.connect;
  const attempts = new Attempts();
  const readRequest = createBodyReader(CONNECT_REQUEST);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });
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
  route('POST', 'connection', async (token, { body }) => {
    const wanted = readRequest(body instanceof Buffer ? body : undefined);
    const { id } = await readSession(token);
    attempts.take(id);
    return { state: 'connected', ...(await connect(token, wanted)) };
  });
}

/** Calls `run` with the token of a request. Wrong tokens are limited by address. */
async function withToken<Result>(
  request: FastifyRequest,
  { wrongKeys, now }: ConnectRouteOptions,
  run: (token: string) => Promise<Result>,
): Promise<Result> {
  const [header = '', ...others] = request.raw.headersDistinct['authorization'] ?? [];
  const token = (others.length === 0 && TOKEN.exec(header)?.[1]) || '';
  const address = clientOf(request.ip) ?? clientOf(request.raw.socket.remoteAddress);
  if (wrongKeys.refuses(address, token, now())) {
    throw new ProblemError('rate_limited', 'this address has sent too many wrong tokens');
  }
  try {
    const result = await run(token);
    wrongKeys.remember(token);
    return result;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'session_not_found') throw error;
    wrongKeys.count(address, token, now());
    throw new ProblemError('session_not_found', 'no session has this token', {
      headers: CHALLENGE,
    });
  }
}

function sendJson(reply: FastifyReply, result: object | string): FastifyReply {
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  return sendText(reply.header('cache-control', 'no-store'), 'application/json', text);
}
