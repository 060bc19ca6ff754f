/**
 * The exchanges as `GET /v0/exchanges` and the Connect page list them: what a form needs. Plain data: this
 * module loads no exchange library.
 */
import type { ConnectCredential, ConnectExchange, CredentialForm } from '../domain/connect.ts';
import { KEY_GUIDE as BINANCE } from './binance/key-guide.ts';
import { KEY_GUIDE as BITGET } from './bitget/key-guide.ts';
import { KEY_GUIDE as BITSTAMP } from './bitstamp/key-guide.ts';
import { KEY_GUIDE as BITVAVO } from './bitvavo/key-guide.ts';
import { KEY_GUIDE as BYBIT } from './bybit/key-guide.ts';
import { EXCHANGE_CATALOGUE } from './catalogue.ts';
import { KEY_GUIDE as COINBASE } from './coinbase/key-guide.ts';
import { KEY_GUIDE as CRYPTOCOM } from './cryptocom/key-guide.ts';
import { KEY_GUIDE as GATE } from './gate/key-guide.ts';
import { describeGeneralKey } from './general-key-guide.ts';
import { KEY_GUIDE as HTX } from './htx/key-guide.ts';
import type { CredentialWords, ExchangeKeyGuide } from './key-guide.ts';
import { KEY_GUIDE as KRAKEN } from './kraken/key-guide.ts';
import { KEY_GUIDE as KUCOIN } from './kucoin/key-guide.ts';
import { KEY_GUIDE as OKX } from './okx/key-guide.ts';
import type { ExchangeProfile } from './profile.ts';

/** The guides of the certified exchanges, by the exchange's name. */
export const KEY_GUIDES: Readonly<Record<string, ExchangeKeyGuide>> = {
  binance: BINANCE,
  bitget: BITGET,
  bitstamp: BITSTAMP,
  bitvavo: BITVAVO,
  bybit: BYBIT,
  coinbase: COINBASE,
  cryptocom: CRYPTOCOM,
  gate: GATE,
  htx: HTX,
  kraken: KRAKEN,
  kucoin: KUCOIN,
  okx: OKX,
};

/** The words for a field if the exchange's own are not known, by ccxt's name of it. */
const WORDS: Readonly<Record<string, CredentialWords>> = {
  accountId: { label: 'Account ID' },
  apiKey: { label: 'API key' },
  login: { label: 'Login', hint: 'The name with which you sign in at the exchange.' },
  password: { label: 'Passphrase' },
  secret: { label: 'API secret' },
  uid: { label: 'User ID', hint: 'The exchange lists it with the key, or in your profile.' },
  walletAddress: { label: 'Wallet address', hint: 'Never enter a private key.' },
};

/** Forms that can be checked without the exchange, by exchange and field: those that ccxt decodes. */
const FORMS: Readonly<Record<string, Readonly<Record<string, CredentialForm>>>> = {
  backpack: { secret: 'base64' },
  btcmarkets: { secret: 'base64' },
  coinbase: { secret: 'signing-key' },
  coinbaseexchange: { secret: 'base64' },
  coinbaseinternational: { secret: 'base64' },
  dydx: { walletAddress: 'dydx-address' },
  hyperliquid: { walletAddress: 'evm-address' },
  kraken: { secret: 'base64' },
  nado: { walletAddress: 'evm-address' },
};

/** Fields that the owner of the key chooses: they may be a word or contain spaces. */
const CHOSEN: ReadonlySet<string> = new Set(['login', 'password']);
const SECRET: ReadonlySet<string> = new Set(['password', 'secret']);

/** Every exchange: the certified ones by name, then all others by name. */
export const CONNECT_EXCHANGES: readonly ConnectExchange[] = EXCHANGE_CATALOGUE.map((profile) =>
  describeExchange(profile),
);

function describeExchange(profile: ExchangeProfile): ConnectExchange {
  const { name, facts, requiredCredentials } = profile;
  const { fields = {}, ...guide } = KEY_GUIDES[name] ?? {
    fields: undefined,
    ...describeGeneralKey(profile),
  };
  return {
    id: name,
    name: facts.title,
    certified: facts.certified,
    credentials: requiredCredentials.map((field) =>
      describeCredential(profile, field, fields[field]),
    ),
    guide,
    history: facts.history,
  };
}

/** A key without a secret is the secret itself. */
function describeCredential(
  { name, requiredCredentials }: ExchangeProfile,
  field: string,
  own: CredentialWords | undefined,
): ConnectCredential {
  const { label, hint } = own ?? WORDS[field] ?? { label: field };
  const isOnlyKey = field === 'apiKey' && !requiredCredentials.includes('secret');
  return {
    name: field,
    label,
    secret: SECRET.has(field) || isOnlyKey,
    hint: hint ?? null,
    form: FORMS[name]?.[field] ?? (CHOSEN.has(field) ? 'chosen' : 'issued'),
  };
}
