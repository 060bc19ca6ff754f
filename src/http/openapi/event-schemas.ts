/** The schemas of the events that webhooks send, with an example of each. */
import { type TSchema, Type } from 'typebox';

import { EVENT_CAUSES, WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../domain/webhook.ts';
import { SYNC_STATES } from '../../store/records.ts';
import { TRANSACTION_EXAMPLE } from './examples.ts';
import { INSTANT, type JsonSchema, object, refer, SCHEMAS, WALLET_ID, words } from './schemas.ts';

const ORIGIN = {
  projectId: Type.String({ pattern: '^project_[0-9a-f]{24}$', maxLength: 32 }),
  walletId: Type.String(WALLET_ID),
};

/** The parts of an event that differ from other events. */
interface EventDescription {
  readonly name: string;
  /** When it is sent. */
  readonly summary: string;
  readonly data: 'TransactionEventData' | 'WalletEventData';
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

const WalletFailure = object('Why the last synchronisation of a wallet failed.', {
  code: Type.String({ pattern: '^[a-z_]+$', maxLength: 64, description: 'For programs.' }),
  message: Type.String({ description: 'For people.' }),
});

const TransactionEventData = object('A change of a transaction.', {
  ...ORIGIN,
  cause: words(
    Object.keys(EVENT_CAUSES),
    'What changed it: `backfill` while the history of the wallet is incomplete, later `sync`; `import` for ' +
      'imports and their undoing.',
  ),
  transactionId: Type.String({ pattern: '^tx_[!-~]+$', maxLength: 131 }),
  transaction: orNull(
    refer('Transaction', SCHEMAS.Transaction),
    'The row at the time of the delivery; `null` if it was removed since.',
  ),
});

const WalletEventData = object('The state of the synchronisation of a wallet.', {
  ...ORIGIN,
  syncState: words(
    Object.keys(SYNC_STATES),
    '`backfilling` while older history is still being read.',
  ),
  lastSyncAt: Type.Unsafe<string | null>({
    ...INSTANT,
    type: ['string', 'null'],
    description: 'The last synchronisation; `null` before the first.',
  }),
  historyComplete: Type.Boolean({
    description: 'Whether the history was read back to its beginning.',
  }),
  failure: orNull(
    refer('WalletFailure', WalletFailure),
    'Why the last synchronisation failed; `null` if it succeeded, or before the first.',
  ),
});

const DATA = { TransactionEventData, WalletEventData };

/** `components.schemas` of the events. */
export const EVENT_SCHEMAS: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(
    WEBHOOK_EVENT_NAMES.map((event) => {
      const { name, summary, data } = EVENTS[event];
      const timestamp = Type.String({
        ...INSTANT,
        description: 'When it happened, in UTC with milliseconds.',
      });
      return [
        name,
        object(summary, { type: words([event]), timestamp, data: refer(data, DATA[data]) }),
      ];
    }),
  ),
  ...DATA,
  WalletFailure,
};

function orNull<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}
