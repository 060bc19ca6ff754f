/** `webhooks` of the OpenAPI document: the requests with the bodies of `webhook-payload.ts`. */
import { type TSchema, Type } from 'typebox';

import { EVENT_CAUSES, WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../domain/webhook.ts';
import {
  INSTANT,
  type JsonSchema,
  object,
  Transaction,
  TRANSACTION_EXAMPLE,
  WALLET_ID,
  words,
} from '../domain/shapes.ts';
import { SYNC_STATES } from '../store/records.ts';

const ORIGIN = {
  projectId: Type.String({ pattern: '^project_[0-9a-f]{24}$', maxLength: 32 }),
  walletId: Type.String(WALLET_ID),
};

const WalletFailure = object('WalletFailure', 'Why the last synchronisation of a wallet failed.', {
  code: Type.String({ pattern: '^[a-z_]+$', maxLength: 64, description: 'For programs.' }),
  message: Type.String({ description: 'For people.' }),
});

const TransactionEventData = object('TransactionEventData', 'A change of a transaction.', {
  ...ORIGIN,
  cause: words(
    Object.keys(EVENT_CAUSES),
    'What changed it: `backfill` while the history of the wallet is incomplete, later `sync`; `import` for ' +
      'imports and their undoing.',
  ),
  transactionId: Type.String({ pattern: '^tx_[!-~]+$', maxLength: 131 }),
  transaction: orNull(
    Transaction,
    'The row at the time of the delivery; `null` if it was removed since.',
  ),
});

const WalletEventData = object('WalletEventData', 'The state of the synchronisation of a wallet.', {
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
    WalletFailure,
    'Why the last synchronisation failed; `null` if it succeeded, or before the first.',
  ),
});

const EXAMPLE_ORIGIN = {
  projectId: 'project_8c41b7f2059de3a6417f0b92',
  walletId: TRANSACTION_EXAMPLE.walletId,
};

/** The two kinds of events: the schema of the data, and an example. */
const TRANSACTION_EVENT = {
  data: TransactionEventData,
  example: {
    ...EXAMPLE_ORIGIN,
    cause: 'sync',
    transactionId: TRANSACTION_EXAMPLE.id,
    transaction: TRANSACTION_EXAMPLE,
  },
};
const WALLET_EVENT = {
  data: WalletEventData,
  example: {
    ...EXAMPLE_ORIGIN,
    syncState: 'failing',
    lastSyncAt: '2024-02-29T12:34:56.789Z',
    historyComplete: true,
    failure: { code: 'exchange_unavailable', message: 'the exchange does not respond' },
  },
};

/** When each event is sent. */
const SUMMARIES: Readonly<Record<WebhookEventName, string>> = {
  'wallet.synced': 'A refresh of the wallet succeeded.',
  'wallet.stopped': 'Synchronisation of the wallet stopped until the operator acts.',
  'transaction.created': 'A transaction was stored.',
  'transaction.updated': 'A stored transaction was changed or removed.',
  'wallet.connected': 'The exchange accepted the key of the wallet for the first time.',
  'wallet.history_complete': 'The history of the wallet was read back to its beginning.',
  'wallet.failing':
    'Synchronisation of the wallet began to fail, or stopped after it had begun to fail.',
  'wallet.recovered': 'A refresh of the wallet succeeded after `wallet.failing`.',
};

const HEADERS: readonly JsonSchema[] = [
  describeHeader(
    'webhook-id',
    'The same for each attempt: ignore an event whose id was already processed.',
    { type: 'string', pattern: '^evt_[0-9a-f]{32}$', maxLength: 36 },
    'evt_7d4e1f0a9b3c48658d2f6a1c5e0b9d37',
  ),
  describeHeader(
    'webhook-timestamp',
    'The time of this attempt, Unix time in seconds.',
    { type: 'string', pattern: '^\\d{1,12}$', maxLength: 12 },
    '1709210100',
  ),
  describeHeader(
    'webhook-signature',
    'The signature of the id, the timestamp and the body by the Standard Webhooks scheme (standardwebhooks.com). ' +
      'Two signatures, separated by a space, while the secret is being replaced: one of them has to be valid.',
    {
      type: 'string',
      pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)?$',
      // Of two signatures.
      maxLength: 95,
    },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

function describeHeader(
  name: string,
  description: string,
  schema: JsonSchema,
  example: string,
): JsonSchema {
  return { name, in: 'header', required: true, description, schema, example };
}

const RESPONSES: JsonSchema = {
  '2XX': { description: 'The event is accepted. The body is ignored.' },
  410: { description: 'The webhook is disabled: the receiver wants no more events.' },
  default: {
    description:
      'Any other status, a redirect too, or none within 10 s: the event is retried, and the later events of the wallet ' +
      'wait. `retry-after` extends the wait.',
  },
};

/** Returns the requests by event. @param tag groups them in the document. */
export function describeWebhooks(tag: string): JsonSchema {
  return Object.fromEntries(
    WEBHOOK_EVENT_NAMES.map((event) => [event, { post: describeEvent(event, tag) }]),
  );
}

function describeEvent(event: WebhookEventName, tag: string): JsonSchema {
  const summary = SUMMARIES[event];
  const { data, example } = event.startsWith('transaction.') ? TRANSACTION_EVENT : WALLET_EVENT;
  // `wallet.history_complete` is WalletHistoryComplete.
  const name = event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const schema = object(name, summary, {
    type: words([event]),
    timestamp: Type.String({
      ...INSTANT,
      description: 'When it happened, in UTC with milliseconds.',
    }),
    data,
  });
  return {
    operationId: `on${name}`,
    tags: [tag],
    summary,
    description: 'Sent at least once, in order for each wallet, to the webhooks that chose it.',
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      description: 'Verify it as it was received, before it is parsed.',
      content: {
        'application/json': {
          schema,
          example: { type: event, timestamp: '2024-02-29T12:34:57.123Z', data: example },
        },
      },
    },
    responses: RESPONSES,
  };
}

function orNull<Schema extends TSchema>(schema: Schema, description: string) {
  return Type.Union([schema, Type.Null()], { description });
}
