import type { Mutant } from './mutant.ts';
import { API_GUARD_MUTANTS } from './mutants/api-guards.ts';
import { BALANCE_MUTANTS } from './mutants/balances.ts';
import { BEST_EFFORT_MUTANTS } from './mutants/best-effort.ts';
import { CLIENT_GUARD_MUTANTS } from './mutants/client-guards.ts';
import { CLIENT_MUTANTS } from './mutants/clients.ts';
import { COMMAND_GUARD_MUTANTS } from './mutants/command-guards.ts';
import { COMMAND_VIEW_MUTANTS } from './mutants/command-views.ts';
import { COMMAND_MUTANTS } from './mutants/commands.ts';
import { DATABASE_MUTANTS } from './mutants/databases.ts';
import { DIRECTORY_GUARD_MUTANTS } from './mutants/directory-guards.ts';
import { ENGINE_MUTANTS } from './mutants/engines.ts';
import { EXCHANGE_ERROR_MUTANTS } from './mutants/exchange-errors.ts';
import { EXCHANGE_FIELD_MUTANTS } from './mutants/exchange-fields.ts';
import { EXCHANGE_GUARD_MUTANTS } from './mutants/exchange-guards.ts';
import { EXCHANGE_JOIN_MUTANTS } from './mutants/exchange-joins.ts';
import { EXCHANGE_MUTANTS } from './mutants/exchanges.ts';
import { EXCHANGE_READING_MUTANTS } from './mutants/exchange-readings.ts';
import { HTTP_MUTANTS } from './mutants/http.ts';
import { IMPORT_GUARD_MUTANTS } from './mutants/import-guards.ts';
import { IMPORT_READER_MUTANTS } from './mutants/import-readers.ts';
import { MANAGE_MUTANTS } from './mutants/manage.ts';
import { MAPPING_MUTANTS } from './mutants/mapping.ts';
import { NEIGHBOUR_MUTANTS } from './mutants/neighbours.ts';
import { NETWORK_GUARD_MUTANTS } from './mutants/network-guards.ts';
import { OPERATION_MUTANTS } from './mutants/operations.ts';
import { OUTBOUND_MUTANTS } from './mutants/outbound.ts';
import { PAGE_MUTANTS } from './mutants/pages.ts';
import { POSTGRES_GUARD_MUTANTS } from './mutants/postgres-guards.ts';
import { RECORD_MUTANTS } from './mutants/records.ts';
import { REQUEST_GUARD_MUTANTS } from './mutants/request-guards.ts';
import { REQUEST_MUTANTS } from './mutants/requests.ts';
import { ROW_GUARD_MUTANTS } from './mutants/row-guards.ts';
import { SERVICE_GUARD_MUTANTS } from './mutants/service-guards.ts';
import { SETTING_MUTANTS } from './mutants/settings.ts';
import { SQLITE_GUARD_MUTANTS } from './mutants/sqlite-guards.ts';
import { STATE_MUTANTS } from './mutants/states.ts';
import { STATEMENT_GUARD_MUTANTS } from './mutants/statement-guards.ts';
import { STATEMENT_MUTANTS } from './mutants/statements.ts';
import { STORE_MUTANTS } from './mutants/store.ts';
import { SYNC_GUARD_MUTANTS } from './mutants/sync-guards.ts';
import { SYNC_MUTANTS } from './mutants/sync.ts';

/** Every mutant. */
export const MUTANTS: readonly Mutant[] = [
  ...STORE_MUTANTS,
  ...SYNC_MUTANTS,
  ...SYNC_GUARD_MUTANTS,
  ...EXCHANGE_MUTANTS,
  ...EXCHANGE_ERROR_MUTANTS,
  ...EXCHANGE_JOIN_MUTANTS,
  ...CLIENT_GUARD_MUTANTS,
  ...DIRECTORY_GUARD_MUTANTS,
  ...BALANCE_MUTANTS,
  ...EXCHANGE_GUARD_MUTANTS,
  ...EXCHANGE_FIELD_MUTANTS,
  ...EXCHANGE_READING_MUTANTS,
  ...MAPPING_MUTANTS,
  ...NETWORK_GUARD_MUTANTS,
  ...BEST_EFFORT_MUTANTS,
  ...HTTP_MUTANTS,
  ...REQUEST_MUTANTS,
  ...MANAGE_MUTANTS,
  ...OUTBOUND_MUTANTS,
  ...RECORD_MUTANTS,
  ...STATE_MUTANTS,
  ...STATEMENT_MUTANTS,
  ...STATEMENT_GUARD_MUTANTS,
  ...ROW_GUARD_MUTANTS,
  ...NEIGHBOUR_MUTANTS,
  ...SETTING_MUTANTS,
  ...OPERATION_MUTANTS,
  ...ENGINE_MUTANTS,
  ...SQLITE_GUARD_MUTANTS,
  ...POSTGRES_GUARD_MUTANTS,
  ...DATABASE_MUTANTS,
  ...CLIENT_MUTANTS,
  ...PAGE_MUTANTS,
  ...COMMAND_MUTANTS,
  ...COMMAND_GUARD_MUTANTS,
  ...COMMAND_VIEW_MUTANTS,
  ...IMPORT_GUARD_MUTANTS,
  ...IMPORT_READER_MUTANTS,
  ...SERVICE_GUARD_MUTANTS,
  ...REQUEST_GUARD_MUTANTS,
  ...API_GUARD_MUTANTS,
];
