/** A route of the management API: what it accepts, what it does, and how it is documented. */
import { setImmediate as nextIteration } from 'node:timers/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Static, TSchema } from 'typebox';

import { ProblemError } from '../../domain/problem.ts';
import { type ParsedQuery, parseQuery, rawQueryOf, writeNextQuery } from '../../domain/query.ts';
import type { ManageContext } from '../../manage/context.ts';
import type { WebhookTargets } from '../../manage/webhooks.ts';
import type { CheckKey } from '../../manage/key-check.ts';
import type { ManagementKeyRecord } from '../../store/manage.ts';
import type { SendWebhook } from '../../webhooks/webhook-sender.ts';
import type { ConnectSettings } from '../../manage/connect-sessions.ts';
import { sendText } from '../plugins/send-text.ts';
import { createBodyReader } from './body.ts';
import {
  type DescribedRoute,
  describeRoute,
  type QueryTable,
  type RouteBase,
} from './documents.ts';
import { type ManageResponse, readIdempotencyKey, runOnce } from './idempotency.ts';
import { notFound } from './explain-error.ts';
import type { ImportFile } from './import-file.ts';
import { LargeBodies } from './large-bodies.ts';
import { requireType } from './raw-body.ts';

/** What the routes use. */
export interface ManageParts extends Omit<ManageContext, 'actor' | 'alsoWrite'> {
  readonly checkKey: CheckKey;
  /** The addresses from which exchanges are called. */
  readonly exchangeAddresses: readonly string[];
  readonly webhookTargets: WebhookTargets;
  readonly sendWebhook: SendWebhook;
  readonly importFile: ImportFile;
  readonly connect: ConnectSettings;
}

/** A request whose key, body and query are valid. */
export interface ManageRequest<Body, Query> {
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Partial<Query>;
  /** The body as it was sent, if the route has no schema for it. */
  readonly bytes: Buffer;
  readonly path: string;
  readonly key: ManagementKeyRecord;
  /** With the management key as the actor. */
  readonly context: ManageContext;
  readonly parts: ManageParts;
  /**
   * Checks that the key may see the records of a project.
   *
   * @throws {ProblemError} the same 404 as for a record that does not exist. @param kind of the record.
   */
  readonly requireVisible: (projectId: string | null, kind: string) => void;
}

/** The part of a request that finds the record of its path. */
export type PathRequest = Pick<
  ManageRequest<unknown, unknown>,
  'params' | 'context' | 'requireVisible'
>;

/** A page of a list. */
export interface ListPage {
  /** JSON text of each item. */
  readonly items: readonly string[];
  /** The token of the next page; `undefined` for the last one. */
  readonly next: string | undefined;
}

/** A route that returns the result of a function. */
export interface ManageRoute<Body extends TSchema, Query, Result> extends RouteBase<Body, Query> {
  readonly status: 200 | 201 | 202 | 204;
  readonly run: (request: ManageRequest<Static<Body>, Query>) => Promise<Result>;
  /** Returns the response's body; nothing for 204. */
  readonly view: (result: Result, nowMs: number) => object | undefined;
}

/** A route that returns a page of a list. */
export interface ListRoute<Query> extends Omit<RouteBase<TSchema, Query>, 'method' | 'body'> {
  readonly list: (request: ManageRequest<unknown, Query>) => Promise<ListPage>;
}

const BODY_BYTES_MAX = 65_536;
const NO_STORE = { 'cache-control': 'no-store' };

/** Adds routes to an app. */
export class RouteTable {
  readonly parts: ManageParts;
  readonly #app: FastifyInstance;
  readonly #largeBodies = new LargeBodies();
  /**
   * Resolves when the last request may begin. Each begins in an iteration of the event loop of its own: a change in
   * SQLite blocks this process for some milliseconds, and a caller of the service would wait for all of them.
   */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(app: FastifyInstance, parts: ManageParts) {
    this.#app = app;
    this.parts = parts;
  }

  /** Adds a route. Each POST can have an idempotency key. */
  add<Body extends TSchema, Query, Result>(route: ManageRoute<Body, Query, Result>): void {
    const { view, run, status } = route;
    const respond = (result: Result): ManageResponse => {
      const body = view(result, this.parts.now());
      return { status, headers: NO_STORE, body: body === undefined ? '' : JSON.stringify(body) };
    };
    this.#addRoute({ ...route, isList: false }, async (request) => {
      const read = request as ManageRequest<Static<Body>, Query>;
      const keyed = route.method === 'POST' ? readKeyed(request) : undefined;
      if (keyed === undefined) return respond(await run(read));
      return runOnce(request.context, keyed, respond, (context) => run({ ...read, context }));
    });
  }

  /** Adds a list. A page with a next one links to it. */
  addList<Query>(route: ListRoute<Query>): void {
    const described = { ...route, method: 'GET', status: 200, isList: true };
    this.#addRoute(described as unknown as DescribedRoute, async (request) => {
      const { items, next } = await route.list(request);
      const body = `{"items":[${items.join(',')}]}`;
      const link = next === undefined ? {} : { link: writeLink(request, next) };
      return { status: 200, headers: { ...NO_STORE, ...link }, body };
    });
  }

  #addRoute(route: DescribedRoute, handle: (request: RawRequest) => Promise<ManageResponse>): void {
    const { body, checks, checkBody } = route;
    const readBody = body === undefined ? undefined : createBodyReader(body, checks, checkBody);
    this.#app.route({
      method: route.method,
      url: route.path,
      schema: describeRoute(route),
      bodyLimit: route.bodyBytesMax ?? BODY_BYTES_MAX,
      onRequest: [
        this.#app.authenticateManager,
        ...(route.ofInstallation === true ? [requireInstallation] : []),
        ...(route.bodyBytesMax === undefined ? [] : [this.#largeBodies.count]),
      ],
      handler: async (request, reply) => {
        const response = await this.#largeBodies.handle(request, async () => {
          const read = this.#read(request, route, readBody);
          this.#turn = this.#turn.then(() => nextIteration());
          await this.#turn;
          return handle(read);
        });
        return sendResponse(reply, response);
      },
    });
  }

  #read(
    request: FastifyRequest,
    { query, bodyBytesMax }: DescribedRoute,
    readBody: ((bytes: Buffer | undefined) => unknown) | undefined,
  ): RawRequest {
    const key = request.manager;
    if (key === null) throw new Error('the route has no authentication');
    const { 'content-type': contentType } = request.headers;
    if (readBody !== undefined) requireType('JSON', contentType);
    else if (bodyBytesMax !== undefined) requireType('file', contentType);
    const rawQuery = rawQueryOf(request.url);
    const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0);
    const { checkKey: _check, exchangeAddresses: _addresses, ...context } = this.parts;
    return {
      params: request.params as Readonly<Record<string, string>>,
      query: rawQuery === '' ? {} : parseQuery(rawQuery, (query ?? {}) as QueryTable<object>),
      body: readBody?.(bytes),
      bytes,
      path: request.url.split('?', 1)[0] ?? '',
      rawQuery,
      idempotencyKeys: request.headers['idempotency-key'],
      key,
      context: { ...context, actor: { kind: 'management-key', id: key.id } },
      parts: this.parts,
      requireVisible: (projectId, kind) => {
        if (key.projectId !== null && key.projectId !== projectId) throw notFound(kind);
      },
    };
  }
}

/** A request before its types are known. */
interface RawRequest extends ManageRequest<unknown, unknown> {
  readonly rawQuery: string;
  readonly idempotencyKeys: string | string[] | undefined;
}

/** Before the body is read. @throws {ProblemError} 404 if the key is for one project only. */
const requireInstallation: onRequestHookHandler = ({ manager }, _reply, next) => {
  if (manager?.projectId === null) {
    next();
    return;
  }
  throw new ProblemError(
    'not_found',
    'this request needs a management key of the whole installation, and this one is for one project',
  );
};

function readKeyed({ idempotencyKeys, key, path, rawQuery, bytes }: RawRequest) {
  const idempotencyKey = readIdempotencyKey(idempotencyKeys);
  if (idempotencyKey === undefined) return undefined;
  const target = `${path}?${rawQuery}`;
  return { managementKeyId: key.id, idempotencyKey, method: 'POST', target, body: bytes };
}

/** Returns the link to the next page: the same parameters with another cursor. */
function writeLink({ path, rawQuery, query }: RawRequest, next: string): string {
  const { fields = [] } = query as Partial<ParsedQuery>;
  return `<${path}?${writeNextQuery(rawQuery, fields, next)}>; rel="next"`;
}

function sendResponse(
  reply: FastifyReply,
  { status, headers, body }: ManageResponse,
): FastifyReply {
  reply.code(status).headers(headers);
  return body === '' ? reply.send() : sendText(reply, 'application/json', body);
}
