/** Finds the possible withdrawals to an address, and the reasons why others are refused. */
import type { AssetBalance, Balance, Network } from '../../../../client/src/index.ts';
import {
  compareDecimals,
  type Decimal,
  isNegativeDecimal,
  isZeroDecimal,
  subtractDecimals,
  tryParseDecimal,
} from '../../../../src/domain/decimal.ts';
import { type AddressVerdict, createAddressCheck } from './check-address.ts';

/** The amount and destination of a withdrawal. */
export interface WithdrawalRequest {
  readonly address: string;
  /** In units of the asset. */
  readonly amount: Decimal;
}

/** An asset and a network that accept the withdrawal. */
export interface PossibleWithdrawal {
  readonly balance: AssetBalance;
  readonly network: Network;
}

/** An asset that cannot be sent over a network, or over any network. */
export interface RefusedWithdrawal {
  readonly asset: string;
  /** `undefined` if the reasons apply to the asset on all networks. */
  readonly network: Network | undefined;
  /** Full sentences for the reader. */
  readonly reasons: readonly string[];
}

export interface Withdrawals {
  readonly possible: readonly PossibleWithdrawal[];
  /** Withdrawals that are refused only because of the amount are first. */
  readonly refused: readonly RefusedWithdrawal[];
  /** Names of the networks whose pattern the address matches, for any asset and amount; each chain once. */
  readonly fittingNetworks: readonly string[];
}

/** The code of networks that the service does not recognize. */
const UNRECOGNIZED_CODE = 'UNKNOWN';

/** Returns the possible and the refused withdrawals. */
export function findWithdrawals(balance: Balance, request: WithdrawalRequest): Withdrawals {
  const verdictOf = createAddressCheck(request.address);
  const possible: PossibleWithdrawal[] = [];
  const refusedByAmount: RefusedWithdrawal[] = [];
  const refused: RefusedWithdrawal[] = [];
  const fitting = new Map<string, string>();
  for (const each of balance.balances) {
    const { asset, networks } = each;
    const isEmpty = isZeroDecimal(each.amount as Decimal);
    const reasons = findAssetReasons(each, balance.sync.unknownNetworks, isEmpty);
    if (reasons.length > 0) refused.push({ asset, network: undefined, reasons });
    for (const network of networks) {
      const verdict = network.addressRegex === null ? undefined : verdictOf(network.addressRegex);
      if (verdict === 'matches') fitting.set(identifyChain(network), network.displayName);
      if (isEmpty) continue;
      const addressReason = explainAddress(verdict);
      const amountReasons = findAmountReasons(each, network, request.amount);
      if (addressReason !== undefined) {
        refused.push({ asset, network, reasons: [addressReason, ...amountReasons] });
      } else if (amountReasons.length > 0) {
        refusedByAmount.push({ asset, network, reasons: amountReasons });
      } else {
        possible.push({ balance: each, network });
      }
    }
  }
  return {
    possible,
    refused: [...refusedByAmount, ...refused],
    fittingNetworks: [...fitting.values()],
  };
}

/** Returns an identifier of the chain. An exchange may use a different network `id` for each asset. */
function identifyChain({ id, code }: Network): string {
  return code === UNRECOGNIZED_CODE ? id : code;
}

function findAssetReasons(
  { asset, networks }: AssetBalance,
  unknownNetworks: readonly string[] | '*',
  isEmpty: boolean,
): string[] {
  if (isEmpty) return [`The balance of ${asset} is zero.`];
  if (unknownNetworks === '*' || unknownNetworks.includes(asset)) {
    const which = networks.length === 0 ? 'the networks' : 'all networks';
    return [`The exchange does not report ${which} of ${asset} to this key.`];
  }
  if (networks.length > 0) return [];
  return [`The exchange reports no network on which ${asset} can be withdrawn.`];
}

/** @param verdict `undefined` if the network has no pattern. */
function explainAddress(verdict: AddressVerdict | undefined): string | undefined {
  switch (verdict) {
    case 'matches': {
      return undefined;
    }
    case 'differs': {
      return "The address does not match the network's pattern.";
    }
    case 'unknown': {
      return "The address could not be checked: the network's pattern uses syntax that this page does not support.";
    }
    case 'unchecked': {
      return 'The address could not be checked: comparing it with all patterns of the wallet takes too long.';
    }
    case undefined: {
      return 'The address could not be checked: the exchange reports no pattern for this network.';
    }
  }
}

function findAmountReasons(
  { asset, amount: available }: AssetBalance,
  { minWithdrawal, maxWithdrawal }: Network,
  amount: Decimal,
): string[] {
  const reasons: string[] = [];
  const left = subtract(available as Decimal, amount);
  if (left === undefined) {
    reasons.push(
      `The amount has too many digits to subtract it from the balance, ${available} ${asset}.`,
    );
  } else if (isNegativeDecimal(left)) {
    reasons.push(`The amount is more than the balance, ${available} ${asset}.`);
  }
  if (minWithdrawal !== null) {
    const minimum = tryParseDecimal(minWithdrawal);
    if (minimum === undefined) reasons.push(explainUnreadable('minimum', minWithdrawal));
    else if (compareDecimals(amount, minimum) < 0) {
      reasons.push(`The amount is below the minimum, ${minimum} ${asset}.`);
    }
  }
  if (maxWithdrawal !== null) {
    const maximum = tryParseDecimal(maxWithdrawal);
    if (maximum === undefined) reasons.push(explainUnreadable('maximum', maxWithdrawal));
    else if (compareDecimals(amount, maximum) > 0) {
      reasons.push(`The amount is above the maximum, ${maximum} ${asset}.`);
    }
  }
  return reasons;
}

/** Returns the difference; `undefined` if it has too many digits. */
function subtract(available: Decimal, amount: Decimal): Decimal | undefined {
  try {
    return subtractDecimals(available, amount);
  } catch {
    return undefined;
  }
}

function explainUnreadable(limit: string, text: string): string {
  return `The amount could not be checked: the exchange reports the ${limit} as "${text}".`;
}
