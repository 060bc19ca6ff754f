/** Checks before a key is stored that the exchange accepts it, and that it only has the right to read. */
import type { ConnectRejection, ConnectStep } from '../domain/connect.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import type { ExchangeError, KeyPermissions } from '../exchanges/exchange.ts';
import { explainPowerfulKey, listPowerfulRights } from '../exchanges/key-rights.ts';
import type { ExchangeProfile } from '../exchanges/profile.ts';
import { CLOCK_ADVICE, explainExchangeError } from '../sync/sync-failure.ts';
import { ManageError } from './errors.ts';

/** What an exchange responds to a key. */
export interface KeyCheck {
  /** The permissions of the key; `undefined` if the exchange does not report them, or did not respond. */
  readonly permissions: KeyPermissions | undefined;
  /** The error of the request for the permissions. */
  readonly permissionsError: ExchangeError | undefined;
  /** The error of the request for the balances; `undefined` if they were read. */
  readonly error: ExchangeError | undefined;
}

/** Who waits for the check of a key. */
export interface KeyCheckCaller {
  /** The project of the wallet. Projects take turns. */
  readonly projectId?: string;
  /** Is called with each step of the check. */
  readonly onStep?: ((step: ConnectStep) => void) | undefined;
}

/** Reads the permissions of a key and the balances with it. */
export type CheckKey = (
  exchange: string,
  credentials: ExchangeCredentials,
  caller?: KeyCheckCaller,
) => Promise<KeyCheck>;

/** Which keys are stored. */
export interface KeyPolicy extends KeyCheckCaller {
  /** Checks keys at their exchange; if missing, they are not checked. */
  readonly checkKey: CheckKey | undefined;
  /** The addresses from which this installation calls exchanges, for a key that refuses them. */
  readonly addresses?: readonly string[];
  /** Also accepts a key that may withdraw or trade. */
  readonly allowPowerful?: boolean | undefined;
  /** Refuses a key for which the exchange did not respond, or returned no balances; otherwise, that is a warning. */
  readonly requireResponse?: boolean;
  /** A customer reads why the key was refused: no advice about the machine of the service. */
  readonly isCustomer?: boolean;
  /** Refuses a key that another wallet of the project has, by an `AccountTakenError`. */
  readonly refuseSameAccount?: boolean;
}

/** What is unknown about a key that was stored. */
export interface KeyWarning {
  readonly code: 'key_not_checked' | 'permissions_not_checked' | 'permissions_not_reported';
  readonly message: string;
}

/** A key that may be stored. */
export interface CheckedKey {
  readonly warnings: readonly KeyWarning[];
  /** True if the exchange could say what the key may do, and was not asked or did not respond. */
  readonly rightsUnchecked: boolean;
}

/**
 * Checks a key at its exchange.
 *
 * @returns what the check could not find out, and whether the first synchronisation has to check the rights of the key.
 * @throws {ManageError} `credentials_rejected` if the exchange refuses the key or its access to balances,
 * `credentials_too_powerful` if the key may withdraw or trade, `exchange_unavailable` by the policy.
 */
export async function requireUsableKey(
  exchange: ExchangeProfile,
  credentials: ExchangeCredentials,
  policy: KeyPolicy,
): Promise<CheckedKey> {
  const { checkKey, addresses = [], allowPowerful, requireResponse, isCustomer } = policy;
  const isChecked = allowPowerful === true || !exchange.facts.reportsPermissions;
  if (checkKey === undefined) return { warnings: [], rightsUnchecked: !isChecked };
  const check = await checkKey(exchange.name, credentials, policy);
  refuseRejected(exchange, check, addresses);
  if (allowPowerful !== true) refusePowerful(exchange, check.permissions);
  const { error, permissionsError } = check;
  // An exchange that refuses to return the balances may refuse the key, in words that are not known.
  const unread = error ?? (permissionsError?.transient === true ? permissionsError : undefined);
  if (requireResponse === true && unread !== undefined) {
    // Nothing is stored, so no worker retries it.
    const reason = explainReason(unread, isCustomer === true ? [] : [CLOCK_ADVICE]);
    const message = `the key was not checked at ${exchange.facts.title}: ${reason}`;
    throw new ManageError('exchange_unavailable', message);
  }
  return {
    warnings: listWarnings(exchange, check),
    rightsUnchecked: !isChecked && check.permissions === undefined,
  };
}

/**
 * The words in which exchanges refuse the address of a caller, such as "Unmatched IP" and "the requested ip address is not
 * in the api whitelist". Binance has one error for a wrong key, address or right, which does not match.
 */
const ADDRESS_REFUSAL =
  /\b(?:ip_forbidden|ip_illegal|no_authorization_i_?p|ip filtering check|ip address not allowed|(?:unmatched|invalid|incorrect|access from this|not allowed client) ip)\b/i;
const ADDRESS = /\bip\b/i;
const ADDRESS_LIST = /\b(?:white|allow) ?list(?:ed)?\b/i;

function isAddressRefused({ message }: ExchangeError): boolean {
  return ADDRESS_REFUSAL.test(message) || (ADDRESS.test(message) && ADDRESS_LIST.test(message));
}

/** Words in which exchanges refuse a region (KuCoin 400302, Binance's eligibility), which says nothing about the key. */
const REGION_REFUSAL = /\b(?:restricted location|(?:current|your) (?:area|region|country))\b/i;

function isRegionRefused({ message }: ExchangeError): boolean {
  return REGION_REFUSAL.test(message);
}

function reasonOf(refusal: ExchangeError): ConnectRejection {
  if (isAddressRefused(refusal)) return 'address_not_allowed';
  return refusal.code === 'exchange_key_refused' ? 'wrong_credentials' : 'missing_right';
}

function refuseRejected(
  { facts }: ExchangeProfile,
  { permissionsError, error }: KeyCheck,
  addresses: readonly string[],
): void {
  const rejected = [permissionsError, error].find((each) => each?.code === 'exchange_key_refused');
  const denied = error?.permanent === true && !isRegionRefused(error) ? error : undefined;
  // Only one of two endpoints may say why: HTX names the address for balances, and a signature for rights.
  const refusal = denied && isAddressRefused(denied) ? denied : (rejected ?? denied);
  if (refusal === undefined) return;
  const isRejected = refusal.code === 'exchange_key_refused';
  const what = isRejected ? 'rejects the key' : 'does not let the key read balances';
  const reason = reasonOf(refusal);
  const isOfAddress = reason === 'address_not_allowed' && addresses.length > 0;
  const advice = isOfAddress ? `. Allow ${addresses.join(', ')}, or correct` : '. Correct';
  throw new ManageError(
    'credentials_rejected',
    `${facts.title} ${what}: ${refusal.message}${advice} the credentials or the rights of the key ` +
      `("${facts.readOnlyKey}")`,
    { reason, ...(isOfAddress && { addresses }) },
  );
}

function refusePowerful(exchange: ExchangeProfile, permissions: KeyPermissions | undefined): void {
  const rights = listPowerfulRights(permissions);
  if (rights.length === 0) return;
  throw new ManageError('credentials_too_powerful', explainPowerfulKey(exchange.name, rights), {
    rights,
  });
}

function listWarnings(
  { facts }: ExchangeProfile,
  { permissionsError, error }: KeyCheck,
): readonly KeyWarning[] {
  if (error !== undefined) {
    const message = `the key was not checked: ${explainReason(error)}`;
    return [{ code: 'key_not_checked', message }];
  }
  if (permissionsError !== undefined) {
    const message = `the key's permissions were not checked: ${explainReason(permissionsError)}`;
    return [{ code: 'permissions_not_checked', message }];
  }
  if (facts.reportsPermissions) return [];
  const message = `${facts.title} does not report the permissions of a key: use a key that may only read.`;
  return [{ code: 'permissions_not_reported', message }];
}

function explainReason(error: ExchangeError, clockAdvice?: readonly string[]): string {
  return error.code === 'exchange_clock' ? explainExchangeError(error, clockAdvice) : error.message;
}
