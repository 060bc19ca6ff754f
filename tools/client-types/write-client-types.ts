/** Generates `client/src/openapi.ts` from the OpenAPI document of the service. */
import { readFileSync } from 'node:fs';

import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { format, type FormatConfig } from 'oxfmt';

import { createOpenApiDocument } from '../../src/http/routes/openapi-document.ts';

const HEADER =
  "// Written by `npm run docs` from the service's OpenAPI document, with openapi-typescript.";
const FORMAT = new URL('../../.oxfmtrc.json', import.meta.url);

/** Returns the source of the file. */
export async function writeClientTypes(): Promise<string> {
  const document = createOpenApiDocument() as unknown as OpenAPI3;
  const nodes = await openapiTypes(document, { immutable: true, enumValues: true });
  const options = JSON.parse(readFileSync(FORMAT, 'utf8')) as FormatConfig;
  const source = `${HEADER}\n${astToString(nodes)}`;
  const { code, errors } = await format('openapi.ts', source, options);
  if (errors.length > 0) throw new Error(`cannot format: ${errors[0]?.message}`);
  return code;
}
