/** Generates the types of the client from the OpenAPI documents of the service and the management API. */
import { readFileSync } from 'node:fs';

import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, type FormatConfig } from 'oxfmt';

import type { ApiDocument } from '../../src/http/openapi/document.ts';

const PROBLEM_STATUS_MIN = 400;
const FORMAT = new URL('../../.oxfmtrc.json', import.meta.url);

/** Returns the source of a file with the types of a document. @param enumValues also writes lists of its words. */
export async function writeClientTypes(
  document: ApiDocument,
  enumValues: boolean,
): Promise<string> {
  const openApi = JSON.parse(JSON.stringify(document, omitProblems)) as OpenAPI3;
  const nodes = await openapiTypes(openApi, { immutable: true, enumValues });
  const options = JSON.parse(readFileSync(FORMAT, 'utf8')) as FormatConfig;
  const header = `// Written by \`npm run docs\` from the OpenAPI document "${document.info.title}", with openapi-typescript.`;
  const { code, errors } = await format('openapi.ts', `${header}\n${astToString(nodes)}`, options);
  if (errors.length > 0) throw new Error(`cannot format: ${errors[0]?.message}`);
  return code;
}

/** Omits the responses that are problems, whose only type is `Problem`. */
function omitProblems(name: string, value: unknown): unknown {
  if (name !== 'responses') return value;
  const responses = Object.entries(value as object);
  return Object.fromEntries(responses.filter(([status]) => Number(status) < PROBLEM_STATUS_MIN));
}
