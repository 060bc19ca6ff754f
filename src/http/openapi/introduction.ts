/** The introduction of the OpenAPI document: paragraphs with `code`, because the page at `/docs` shows it too. */
export const INTRODUCTION = [
  'Transactions and withdrawable balances of wallets held at exchanges. Read-only; every request acts on ' +
    'one wallet, named by a header. `HEAD` returns the same as `GET` without the body; `OPTIONS` returns 204 with ' +
    '`Allow`. Every error is a problem document (RFC 9457): `code` is for programs, `detail` for people, ' +
    'and `type` is its section in the reference, `/docs`, which shows this document as a page.',
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
