/** Generates the types of the client from the OpenAPI document of the service. */
import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

import { createOpenApiDocument } from '../src/http/openapi/document.ts';
import { PATHS } from '../src/http/paths.ts';

/** The parts of a JSON Schema that the document uses in responses and parameters. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
  readonly description?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Described {
  readonly description?: string;
  readonly schema: Schema;
}

/** The parts of the OpenAPI document from which types are written. */
interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Described>>;
  };
}

interface Parameter extends Described {
  readonly name: string;
  readonly in: string;
}

/** A list of words, which is a type and, if it has a list, a constant too. */
interface Vocabulary {
  readonly type: string;
  readonly list?: string;
  readonly words: readonly string[];
  readonly description: string;
}

const OPTIONS = new URL('../.oxfmtrc.json', import.meta.url);
/** Schemas that become interfaces. */
const INTERFACES = ['Transaction', 'Pagination', 'Network', 'AssetBalance', 'Balance'];
/** Parameters for which the client accepts more than their text, see `TransactionQuery`. */
const WIDENED = new Set(['since', 'before', 'fields']);
const COMMENT_WIDTH = 90;

/** Returns the source of `client/src/schemas.ts`. */
export async function writeClientTypes(): Promise<string> {
  const document = createOpenApiDocument() as unknown as OpenApi;
  const vocabularies = listVocabularies(document);
  const parts = [
    "// Written by `npm run docs` from the service's OpenAPI document.",
    "import type { Amount, DecimalForm } from './amount.ts';",
    ...vocabularies.map(writeVocabulary),
    ...INTERFACES.map((name) => writeInterface(name, document, vocabularies)),
    writeParameters(document, vocabularies),
  ];
  const { code, errors } = await format('schemas.ts', parts.join('\n\n'), readFormat());
  if (errors.length > 0) throw new Error(`cannot format: ${errors[0]?.message}`);
  return code;
}

function readFormat(): FormatConfig {
  return JSON.parse(readFileSync(OPTIONS, 'utf8')) as FormatConfig;
}

function listVocabularies({ components: { schemas, headers } }: OpenApi): Vocabulary[] {
  const fields = schemas['Transaction']?.properties ?? {};
  const problem = schemas['Problem']?.properties ?? {};
  const ofSchema = (schema: Schema | undefined) => ({
    words: schema?.enum ?? [],
    description: schema?.description ?? '',
  });
  const ofHeader = (name: string) => ({
    words: headers[name]?.schema.enum ?? [],
    description: headers[name]?.description ?? '',
  });
  return [
    { type: 'TransactionType', list: 'TRANSACTION_TYPES', ...ofSchema(fields['type']) },
    { type: 'TransactionStatus', list: 'TRANSACTION_STATUSES', ...ofSchema(fields['status']) },
    {
      type: 'TransactionField',
      list: 'TRANSACTION_FIELDS',
      words: Object.keys(fields),
      description: 'The fields of a transaction, in the order in which they are returned.',
    },
    { type: 'SyncState', ...ofHeader('x-svc-sync-state') },
    { type: 'SyncHistory', ...ofHeader('x-svc-history') },
    { type: 'ProblemCode', ...ofSchema(problem['code']) },
  ];
}

function writeVocabulary({ type, list, words, description }: Vocabulary): string {
  const comment = writeComment(description);
  if (list === undefined) return `${comment}export type ${type} = ${writeUnion(words)};`;
  return `${comment}export const ${list} = ${JSON.stringify(words)} as const;
export type ${type} = (typeof ${list})[number];`;
}

function writeInterface(
  name: string,
  { components: { schemas } }: OpenApi,
  vocabularies: readonly Vocabulary[],
): string {
  const { description, properties = {} } = schemas[name] ?? {};
  const members = Object.entries(properties).map(
    ([member, schema]) =>
      `${writeComment(schema.description)}readonly ${member}: ${writeType(schema, vocabularies)};`,
  );
  const body = members.join('\n');
  const form = body.includes('<Form>') ? "<Form extends DecimalForm = 'text'>" : '';
  return `${writeComment(description)}export interface ${name}${form} {\n${body}\n}`;
}

function writeParameters({ paths }: OpenApi, vocabularies: readonly Vocabulary[]): string {
  const parameters = paths[PATHS.transactions]?.get.parameters ?? [];
  const members = parameters
    .filter(({ name, in: place }) => place === 'query' && !WIDENED.has(name))
    .map(({ name, description, schema }) => {
      const type = writeType(schema, vocabularies);
      const comment = writeComment(`${description}${writeBounds(schema)}`);
      return `${comment}readonly ${name}?: ${type} | undefined;`;
    });
  return `/** Parameters of a listing that are sent unchanged. */
export interface ListingParameters {\n${members.join('\n')}\n}`;
}

function writeType(schema: Schema, vocabularies: readonly Vocabulary[]): string {
  const { $ref, type = [], enum: words, items } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf('/') + 1);
    return name === 'AssetBalance' ? `${name}<Form>` : name;
  }
  if (words !== undefined) {
    const known = vocabularies.find((each) => String(each.words) === String(words));
    return known?.type ?? writeUnion(words);
  }
  if (items !== undefined) return `readonly ${writeType(items, vocabularies)}[]`;
  return [type]
    .flat()
    .map((each) => writePrimitive(each, schema.format))
    .join(' | ');
}

function writePrimitive(type: string, form: string | undefined): string {
  if (form === 'decimal' && type === 'number') return 'Amount<Form>';
  return type === 'integer' ? 'number' : type;
}

function writeBounds({ minimum, maximum, default: absent }: Schema): string {
  if (minimum === undefined || maximum === undefined) return '';
  const bounds = ` From ${minimum} to ${maximum}`;
  return absent === undefined ? `${bounds}.` : `${bounds}; ${absent} if absent.`;
}

function writeUnion(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(' | ');
}

/** Returns a docstring, in lines of at most {@link COMMENT_WIDTH} characters. */
function writeComment(text = ''): string {
  if (text === '') return '';
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > COMMENT_WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  const [first] = lines;
  if (lines.length === 1) return `/** ${first} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`;
}
