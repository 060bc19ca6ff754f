/** What the document of the service contains in addition to its routes. */
import {
  type AnyProblemCode,
  CONNECT_CODES,
  CONNECT_PROBLEMS,
  PROBLEMS,
} from '../../domain/problem.ts';
import { describeWebhooks } from '../../webhooks/event-schemas.ts';
import { CREDENTIAL_HEADERS } from '../header-names.ts';
import type { ApiDescription } from './document.ts';

/** Paragraphs with `code`, because the page at `/docs` shows it too. */
const INTRODUCTION = [
  'Transactions and withdrawable balances of wallets held at exchanges. The service is read-only, and every request ' +
    'names one wallet by a header. `HEAD` returns the same as `GET` without the body; `OPTIONS` returns 204 with ' +
    '`Allow`. Every error is a problem document (RFC 9457): `code` is for programs, `detail` is for people, ' +
    'and `type` is the URL of its section at `/docs`.',
  'Amounts are exact. `amount` and `feeCost` are JSON numbers with every digit that the exchange provided, ' +
    'up to 128 of them, in plain notation. A parser that reads JSON numbers as binary floats keeps about ' +
    '15 digits, so read them as decimals:',
  'JavaScript: the client `@wallet-teller/client` returns amounts as text. Without it, in Node 21 or newer ' +
    "and in current browsers: `const exact = new Set(['amount', 'feeCost']); JSON.parse(text, (name, " +
    "value, { source }) => exact.has(name) && typeof value === 'number' ? source : value)`.",
  'Python: `json.loads(text, parse_float=decimal.Decimal)`.',
  'Go: `decoder := json.NewDecoder(reader); decoder.UseNumber()`; amounts are then of type `json.Number`, ' +
    'whose `String()` has every digit. Clients that oapi-codegen generates from this document have that type.',
  'Java, with Jackson: fields of type `BigDecimal`, or ' +
    '`new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)`.',
  '`minWithdrawal` and `maxWithdrawal` are text, as the exchange wrote them.',
].join('\n\n');

const SECURITY_SCHEMES = {
  ...Object.fromEntries(
    Object.entries(CREDENTIAL_HEADERS).map(([scheme, header]) => [
      scheme,
      { type: 'apiKey', in: 'header', ...header },
    ]),
  ),
  metricsToken: { type: 'http', scheme: 'bearer', description: '`TELLER_METRICS_TOKEN`.' },
};

/** The description of the service. */
export const SERVICE_API: ApiDescription = {
  title: 'wallet-teller',
  description: INTRODUCTION,
  tags: [
    { name: 'Wallets', description: 'The balances of a wallet, and its transactions.' },
    { name: 'Operation', description: 'The state and the description of the service.' },
    {
      name: 'Webhooks',
      description:
        'Requests that the service sends to the webhooks of a project, which its operator adds.',
    },
  ],
  webhooks: describeWebhooks('Webhooks'),
  securitySchemes: SECURITY_SCHEMES,
  codes: Object.keys(PROBLEMS) as AnyProblemCode[],
  furtherCodes: [...(Object.keys(CONNECT_PROBLEMS) as AnyProblemCode[]), ...CONNECT_CODES],
};
