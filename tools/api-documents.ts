/**
 * Reads the OpenAPI documents without a running service: of its routes, which need neither a database nor a key. As a program,
 * it prints that of the service.
 */
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';

import { createApps } from '../src/http/app.ts';
import { createManageApp } from '../src/http/manage/app.ts';
import type { ApiDocument } from '../src/http/openapi/document.ts';
import { isProgram } from './files.ts';

const UNUSED = {} as never;
const PARTS = {
  masterKey: UNUSED,
  rateLimitPerSecond: 0,
  logger: pino({ enabled: false }),
  randomId: () => '',
};

/** Returns the document of the service. */
export async function readServiceApi(): Promise<ApiDocument> {
  const store = { generation: () => undefined } as never;
  return describe(createApps({ ...PARTS, store, now: Date.now }).app);
}

/** Returns the document of the management API. */
export async function readManagementApi(): Promise<ApiDocument> {
  return describe(createManageApp({ ...PARTS, parts: UNUSED, metrics: UNUSED }));
}

async function describe(app: FastifyInstance): Promise<ApiDocument> {
  await app.ready();
  const document = app.describeApi();
  await app.close();
  return document;
}

if (isProgram(import.meta.filename)) {
  process.stdout.write(JSON.stringify(await readServiceApi(), undefined, 2));
}
