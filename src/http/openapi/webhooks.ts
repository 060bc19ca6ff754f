/** `webhooks` of the OpenAPI document: the requests that the service sends to the receivers of events. */
import { WEBHOOK_EVENT_NAMES, type WebhookEventName } from '../../domain/webhook.ts';
import { EVENTS } from './event-schemas.ts';
import { type JsonSchema, referTo } from './schemas.ts';

/** Longest value of the header of two signatures. */
const SIGNATURES_LENGTH_MAX = 95;

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
      maxLength: SIGNATURES_LENGTH_MAX,
    },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

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
  const { name, summary, example } = EVENTS[event];
  const body = { type: event, timestamp: '2024-02-29T12:34:57.123Z', data: example };
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
      content: { 'application/json': { schema: referTo('schemas', name), example: body } },
    },
    responses: RESPONSES,
  };
}

function describeHeader(
  name: string,
  description: string,
  schema: JsonSchema,
  example: string,
): JsonSchema {
  return { name, in: 'header', required: true, description, schema, example };
}
