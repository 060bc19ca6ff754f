/** Imports of files into a wallet. */
import { Type } from 'typebox';

import {
  isTimeZone,
  PRESET_NAMES,
  type PresetName,
  readDecisions,
} from '../../../domain/import-options.ts';
import { choiceParameter, type QueryParameter } from '../../../domain/query.ts';
import { object } from '../../../domain/shapes.ts';
import { requireUndoable, undoImport } from '../../../manage/imports.ts';
import { CONFLICTS_SHOWN_MAX } from '../../../store/import.ts';
import { refuseFields } from '../body.ts';
import {
  LIST_PARAMETERS,
  limitOf,
  type ListQuery,
  readPlace,
  textParameter,
  writePlace,
} from '../lists.ts';
import type { RouteTable } from '../route.ts';
import { viewImport } from '../../../manage/views.ts';
import { ID, INSTANT, nullable } from './fields.ts';
import { findWallet } from './wallets.ts';

/** Larger files are for `teller import`, which has only a part of a file in memory. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

const COUNTS = {
  rows: Type.Integer(),
  added: Type.Integer(),
  known: Type.Integer(),
  changed: Type.Integer(),
  conflicts: Type.Integer(),
};
const IMPORT = object('Import', 'An import of a file.', {
  id: ID,
  walletId: ID,
  fileName: nullable(Type.String()),
  sha256: nullable(Type.String()),
  ...COUNTS,
  importedAt: INSTANT,
  undoneAt: nullable(INSTANT),
});

const UNDONE = object('UndoneImport', 'The rows that were taken out again.', {
  id: ID,
  walletId: ID,
  removed: Type.Integer(),
  restored: Type.Integer(),
});
const IMPORTED = object('ImportedFile', 'The outcome of an import; `id` is `null` for a dry run.', {
  id: nullable(ID),
  walletId: ID,
  dryRun: Type.Boolean(),
  ...COUNTS,
  warnings: Type.Array(Type.String(), {
    description: 'For people: which rows may be in the wallet twice. Empty if there are none.',
  }),
  conflictRows: Type.Array(
    Type.Object({ line: Type.Integer(), id: ID, fields: Type.Array(Type.String()) }),
    {
      description: `The first ${CONFLICTS_SHOWN_MAX} rows that differ from a synchronised one, which is not changed, and in which fields.`,
    },
  ),
  skipped: Type.Array(
    Type.Object({ reason: Type.String(), rows: Type.Integer(), firstLine: Type.Integer() }),
    { description: 'Rows that are not transactions of the wallet, by reason.' },
  ),
  unusedOptions: Type.Array(Type.String(), {
    description:
      'The values of `map` and `skip` whose operation no row has, as options of `teller import`.',
  }),
});

interface ImportQuery extends ListQuery {
  readonly format?: 'csv' | 'jsonl';
  readonly preset?: PresetName;
  readonly map?: readonly string[];
  readonly skip?: readonly string[];
  readonly timeZone?: string;
  readonly decimalComma?: boolean;
  readonly fileName?: string;
  readonly dryRun?: boolean;
}

const NEEDS_PRESET = 'is about the words of an export: add preset';
const UNKNOWN_ZONE =
  'must be a name such as Europe/Berlin, UTC, or an offset such as +02:00, whose + is written as %2B';

/** Adds the routes of imports. */
export function addImportRoutes(routes: RouteTable): void {
  addCreation(routes);
  addList(routes);
  addUndoing(routes);
}

function addCreation(routes: RouteTable): void {
  routes.add({
    method: 'POST',
    path: '/v0/wallets/:id/imports',
    operationId: 'importFile',
    summary: 'Imports the file in the body, CSV or JSON Lines: the whole file or nothing.',
    bodyBytesMax: FILE_BYTES_MAX,
    query: {
      fileName: textParameter<ImportQuery>('The name of the file.', (fileName) => ({ fileName })),
      format: choiceParameter('Default: as detected.', ['csv', 'jsonl'], (format) => ({ format })),
      preset: choiceParameter(
        'The file is a CSV export of this exchange.',
        PRESET_NAMES,
        (preset) => ({ preset }),
      ),
      map: decisionParameter(
        'Types of operations that the preset does not know: `OPERATION=TYPE`, separated by line breaks (`%0A`).',
        (map) => ({ map }),
      ),
      skip: decisionParameter(
        'Operations whose rows are skipped, separated by line breaks (`%0A`).',
        (skip) => ({ skip }),
      ),
      timeZone: {
        description:
          'The time zone of the times in an export that does not name it: `Europe/Berlin`, or an offset (`%2B02:00`).',
        schema: { type: 'string', minLength: 1 },
        read: (timeZone) => (isTimeZone(timeZone) ? { timeZone } : UNKNOWN_ZONE),
      },
      decimalComma: choiceParameter(
        '`true`: amounts are written like `1.234,50`.',
        ['true', 'false'],
        (word) => ({ decimalComma: word === 'true' }),
      ),
      dryRun: choiceParameter(
        '`true`: reports the result without storing it.',
        ['true', 'false'],
        (word) => ({
          dryRun: word === 'true',
        }),
      ),
    },
    status: 201,
    response: IMPORTED,
    problems: ['wallet_not_found', 'invalid_import'],
    run: async (request) => {
      const { id: walletId } = await findWallet(request);
      if (request.bytes.length === 0) refuseFields([['body', 'is empty; send the file']]);
      requireConsistent(request.query);
      const { fileName = null, dryRun: isDryRun = false, ...how } = request.query;
      const { bytes } = request;
      const file = { ...how, walletId, bytes, fileName, isDryRun };
      return request.parts.importFile(request.context, file);
    },
    view: (imported) => ({
      id: imported.id,
      walletId: imported.walletId,
      dryRun: imported.id === null,
      rows: imported.rows,
      added: imported.added,
      known: imported.known,
      changed: imported.changed,
      conflicts: imported.conflicts,
      warnings: imported.warnings,
      conflictRows: imported.conflictRows,
      skipped: imported.skipped,
      unusedOptions: imported.unusedOptions,
    }),
  });
}

/** Returns a parameter with decisions about words of the file, one in a line. */
function decisionParameter(
  description: string,
  toQuery: (values: readonly string[]) => Pick<ImportQuery, 'map' | 'skip'>,
): QueryParameter<ImportQuery> {
  return {
    description,
    schema: { type: 'string', minLength: 1 },
    severalValues: 'line breaks (%0A) between the values',
    read: (text) => {
      const query = toQuery(text.split('\n'));
      const { refused } = readDecisions(query.map ?? [], query.skip ?? []);
      return refused.length === 0 ? query : refused.map(({ message }) => message).join('; ');
    },
  };
}

/** @throws {ProblemError} that lists the parameters that contradict each other. */
function requireConsistent(query: Partial<ImportQuery>): void {
  const { format, preset, map, skip, timeZone, decimalComma } = query;
  const { refused } = readDecisions(map ?? [], skip ?? []);
  const errors: (readonly [name: string, message: string])[] = refused.map(
    ({ option, message }) => [option, message],
  );
  if (preset === undefined && map !== undefined) errors.push(['map', NEEDS_PRESET]);
  if (preset === undefined && skip !== undefined) errors.push(['skip', NEEDS_PRESET]);
  if (preset === undefined && timeZone !== undefined) {
    errors.push(['timeZone', 'is about the times of an export: add preset']);
  }
  if (decimalComma === true && preset === undefined && format === 'jsonl') {
    errors.push(['decimalComma', 'is about CSV, but format is jsonl']);
  }
  if (preset !== undefined && format === 'jsonl') {
    errors.push(['format', 'must be csv or missing if there is a preset']);
  }
  if (errors.length > 0) refuseFields(errors);
}

function addList(routes: RouteTable): void {
  routes.addList({
    path: '/v0/wallets/:id/imports',
    operationId: 'listImports',
    summary: 'Lists the imports of a wallet, also undone ones.',
    query: LIST_PARAMETERS,
    response: IMPORT,
    list: async (request) => {
      const { id } = await findWallet(request);
      const { after } = (await readPlace<{ after: number }>(request)) ?? { after: 0 };
      const all = await request.context.store.listImports(id);
      const rest = all.filter(({ importNo }) => importNo > after);
      const shown = rest.slice(0, limitOf(request.query));
      const last = shown.length < rest.length ? shown.at(-1) : undefined;
      return {
        items: shown.map((record) => JSON.stringify(viewImport(record))),
        next: await writePlace(request, last && { after: last.importNo }),
      };
    },
  });
}

function addUndoing(routes: RouteTable): void {
  routes.add({
    method: 'DELETE',
    path: '/v0/imports/:id',
    operationId: 'undoImport',
    summary: 'Takes the rows of an import out again.',
    status: 200,
    response: UNDONE,
    run: async ({ params: { id = '' }, context, requireVisible }) => {
      const { walletId } = await requireUndoable(context.store, id);
      requireVisible((await context.store.readWallet(walletId)).projectId, 'import to undo');
      return { id, ...(await undoImport(context, id)) };
    },
    view: (undone) => undone,
  });
}
