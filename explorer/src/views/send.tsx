import { useMemo } from 'preact/hooks';

import type { Balance } from '../../../client/src/index.ts';
import {
  type Decimal,
  isNegativeDecimal,
  isZeroDecimal,
  tryParseDecimal,
} from '../../../src/domain/decimal.ts';
import { FailureNotice } from '../components/failure-notice.tsx';
import { ForeignText } from '../components/foreign-text.tsx';
import { Notice } from '../components/notice.tsx';
import { RequestCode } from '../components/request-code.tsx';
import { SyncNotices, SyncStatus } from '../components/sync-status.tsx';
import { TextField } from '../components/text-field.tsx';
import { replaceParameters } from '../state/route.ts';
import { useResource } from '../state/use-resource.ts';
import { findWithdrawals, type WithdrawalRequest } from './send/find-withdrawals.ts';
import { PossibleList, RefusedList } from './send/withdrawal-lists.tsx';
import type { ViewProps } from './view.ts';

/** Maximum characters of an address. A Lightning invoice has some hundreds. */
const ADDRESS_LENGTH_MAX = 1000;
const BALANCE_REQUEST = { kind: 'balance' } as const;

/** Shows which balances can be sent to an address, and over which networks. */
export function SendView({ wallet, connection, parameters }: ViewProps) {
  const { value, error, isLoading, refresh } = useResource<Balance>(
    connection.walletId,
    (options) => wallet.withdrawableBalance(options),
  );
  const { address = '', amount = '' } = parameters;
  const checkedAddress = checkAddress(address.trim());
  const checkedAmount = checkAmount(amount.trim());
  return (
    <>
      <header class="view-head">
        <h1>Where can I send it?</h1>
        <SyncStatus sync={value?.sync} isLoading={isLoading} onRefresh={refresh} />
      </header>
      <div class="card send-form">
        <TextField
          label="Destination address"
          value={address}
          onInput={(text) => replaceParameters({ address: text })}
          hint="The recipient's address, without a tag or memo."
          error={checkedAddress.error}
        />
        <TextField
          label="Amount"
          value={amount}
          onInput={(text) => replaceParameters({ amount: text })}
          hint="In units of the asset, 0.25 for example."
          error={checkedAmount.error}
        />
      </div>
      {error !== undefined && <FailureNotice error={error} onRetry={refresh} />}
      {value !== undefined && (
        <>
          <SyncNotices sync={value.sync} />
          <Withdrawals
            balance={value}
            address={checkedAddress.value}
            amount={checkedAmount.value}
          />
        </>
      )}
      {value === undefined && error === undefined && <p class="loading">Loading balances …</p>}
      <RequestCode connection={connection} request={BALANCE_REQUEST} />
    </>
  );
}

interface WithdrawalsProps {
  readonly balance: Balance;
  /** `undefined` if the address is missing or invalid. */
  readonly address: string | undefined;
  readonly amount: Decimal | undefined;
}

function Withdrawals({ balance, address, amount }: WithdrawalsProps) {
  if (address === undefined || amount === undefined) {
    return (
      <p class="empty">
        Enter an address and an amount to see which assets can be sent, and over which networks.
      </p>
    );
  }
  return <FoundWithdrawals balance={balance} address={address} amount={amount} />;
}

function FoundWithdrawals({
  balance,
  address,
  amount,
}: WithdrawalRequest & { readonly balance: Balance }) {
  const { possible, refused, fittingNetworks } = useMemo(
    () => findWithdrawals(balance, { address, amount }),
    [balance, address, amount],
  );
  return (
    <>
      {fittingNetworks.length > 1 && <AmbiguityNotice networks={fittingNetworks} />}
      <section class="send-section">
        <h2 id="possible">Possible withdrawals</h2>
        <p class="quiet" role="status">
          {describeCount(possible.length)}
        </p>
        <PossibleList labelledBy="possible" withdrawals={possible} amount={amount} />
      </section>
      <section class="send-section">
        <h2 id="refused">Not possible</h2>
        {refused.length === 0 && <p class="quiet">No withdrawal is refused.</p>}
        <RefusedList labelledBy="refused" withdrawals={refused} />
      </section>
    </>
  );
}

function describeCount(count: number): string {
  if (count === 0) return 'No asset can be sent to this address in this amount.';
  const what = count === 1 ? '1 withdrawal is' : `${count} withdrawals are`;
  return `${what} possible, before the fee of the exchange. That an address matches a pattern does not prove that it exists.`;
}

function AmbiguityNotice({ networks }: { readonly networks: readonly string[] }) {
  return (
    <Notice tone="error" title={`This address fits ${networks.length} different networks`}>
      <ForeignText text={networks.join(', ')} /> use addresses of the same form. Funds that are sent
      over the wrong network are lost. Ask the recipient which network to use.
    </Notice>
  );
}

interface Checked<Value> {
  readonly value?: Value;
  readonly error?: string;
}

function checkAddress(address: string): Checked<string> {
  if (address === '') return {};
  if (address.length > ADDRESS_LENGTH_MAX) {
    return { error: `An address has at most ${ADDRESS_LENGTH_MAX} characters.` };
  }
  return { value: address };
}

function checkAmount(text: string): Checked<Decimal> {
  if (text === '') return {};
  const amount = tryParseDecimal(text);
  if (amount === undefined) return { error: 'Write a decimal number with a point, such as 0.25.' };
  if (isZeroDecimal(amount) || isNegativeDecimal(amount)) {
    return { error: 'The amount must be more than zero.' };
  }
  return { value: amount };
}
