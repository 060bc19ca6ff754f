/** JSON Schemas of the events that webhooks send, with an example of each. */
import { EVENT_CAUSES, WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../domain/webhook.ts';
import { SYNC_STATES } from '../../store/records.ts';
import { TRANSACTION_EXAMPLE } from './examples.ts';
import { type JsonSchema, objectSchema, referTo, WALLET_ID } from './schemas.ts';

const INSTANT: JsonSchema = { type: 'string', format: 'date-time', maxLength: 24 };

const ORIGIN = {
  projectId: { type: 'string', pattern: '^project_[0-9a-f]{24}$', maxLength: 32 },
  walletId: WALLET_ID,
};

/** The parts of an event that differ from other events. */
interface EventDescription {
  readonly name: string;
  /** When it is sent. */
  readonly summary: string;
  readonly data: string;
  readonly example: JsonSchema;
}

const EXAMPLE_ORIGIN = {
  projectId: 'project_8c41b7f2059de3a6417f0b92',
  walletId: TRANSACTION_EXAMPLE.walletId,
};

const SYNCED_EXAMPLE = {
  ...EXAMPLE_ORIGIN,
  syncState: 'synced',
  lastSyncAt: '2024-02-29T12:34:56.789Z',
  historyComplete: true,
  failure: null,
};

/** The events. */
export const EVENTS: Readonly<Record<WebhookEventName, EventDescription>> = {
  'wallet.synced': {
    name: 'WalletSynced',
    summary: 'A refresh of the wallet succeeded.',
    data: 'WalletEventData',
    example: SYNCED_EXAMPLE,
  },
  'wallet.stopped': {
    name: 'WalletStopped',
    summary: 'Synchronisation of the wallet stopped until the operator acts.',
    data: 'WalletEventData',
    example: {
      ...EXAMPLE_ORIGIN,
      syncState: 'stopped',
      lastSyncAt: '2024-02-29T12:34:56.789Z',
      historyComplete: true,
      failure: { code: 'exchange_key_refused', message: 'the exchange refused the key' },
    },
  },
  'transaction.created': {
    name: 'TransactionCreated',
    summary: 'A transaction was stored.',
    data: 'TransactionEventData',
    example: describeChange(TRANSACTION_EXAMPLE),
  },
  'transaction.updated': {
    name: 'TransactionUpdated',
    summary: 'A stored transaction was changed or removed.',
    data: 'TransactionEventData',
    example: describeChange(null),
  },
  'wallet.connected': {
    name: 'WalletConnected',
    summary: 'The exchange accepted the key of the wallet for the first time.',
    data: 'WalletEventData',
    example: { ...SYNCED_EXAMPLE, syncState: 'new', lastSyncAt: null, historyComplete: false },
  },
  'wallet.history_complete': {
    name: 'WalletHistoryComplete',
    summary: 'The history of the wallet was read back to its beginning.',
    data: 'WalletEventData',
    example: SYNCED_EXAMPLE,
  },
  'wallet.failing': {
    name: 'WalletFailing',
    summary: 'Synchronisation of the wallet began to fail, or stopped after it had begun to fail.',
    data: 'WalletEventData',
    example: {
      ...SYNCED_EXAMPLE,
      syncState: 'failing',
      failure: { code: 'exchange_unavailable', message: 'the exchange does not respond' },
    },
  },
  'wallet.recovered': {
    name: 'WalletRecovered',
    summary: 'A refresh of the wallet succeeded after `wallet.failing`.',
    data: 'WalletEventData',
    example: SYNCED_EXAMPLE,
  },
};

function describeChange(transaction: JsonSchema | null): JsonSchema {
  return {
    ...EXAMPLE_ORIGIN,
    cause: transaction === null ? 'import' : 'sync',
    transactionId: TRANSACTION_EXAMPLE.id,
    transaction,
  };
}

/** `components.schemas` of the events. */
export const EVENT_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...Object.fromEntries(
    WEBHOOK_EVENT_NAMES.map((event) => {
      const { name, summary, data } = EVENTS[event];
      const type = { type: 'string', enum: [event] };
      const timestamp = { ...INSTANT, description: 'When it happened, in UTC with milliseconds.' };
      return [name, objectSchema(summary, { type, timestamp, data: referTo('schemas', data) })];
    }),
  ),
  TransactionEventData: objectSchema('A change of a transaction.', {
    ...ORIGIN,
    cause: {
      type: 'string',
      enum: Object.keys(EVENT_CAUSES),
      description:
        'What changed it: `backfill` while the history of the wallet is incomplete, later `sync`; `import` for ' +
        'imports and their undoing.',
    },
    transactionId: { type: 'string', pattern: '^tx_[!-~]+$', maxLength: 131 },
    transaction: {
      description: 'The row at the time of the delivery; `null` if it was removed since.',
      anyOf: [referTo('schemas', 'Transaction'), { type: 'null' }],
    },
  }),
  WalletEventData: objectSchema('The state of the synchronisation of a wallet.', {
    ...ORIGIN,
    syncState: {
      type: 'string',
      enum: Object.keys(SYNC_STATES),
      description: '`backfilling` while older history is still being read.',
    },
    lastSyncAt: {
      ...INSTANT,
      type: ['string', 'null'],
      description: 'The last synchronisation; `null` before the first.',
    },
    historyComplete: {
      type: 'boolean',
      description: 'Whether the history was read back to its beginning.',
    },
    failure: {
      description:
        'Why the last synchronisation failed; `null` if it succeeded, or before the first.',
      anyOf: [referTo('schemas', 'WalletFailure'), { type: 'null' }],
    },
  }),
  WalletFailure: objectSchema('Why the last synchronisation of a wallet failed.', {
    code: { type: 'string', pattern: '^[a-z_]+$', maxLength: 64, description: 'For programs.' },
    message: { type: 'string', description: 'For people.' },
  }),
};
