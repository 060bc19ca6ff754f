import type { ComponentChildren } from 'preact';

import type { Transaction } from '../../../../client/src/index.ts';
import { Amount } from '../../components/amount.tsx';
import { BlockExplorerLink } from '../../components/block-explorer-link.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { ForeignText } from '../../components/foreign-text.tsx';
import { findBlockExplorerPages } from '../../format/block-explorer.ts';
import { formatTime, type Zone } from '../../format/time.ts';
import { describe, type Direction, directionOf } from '../transactions/vocabulary.ts';

const DIRECTIONS: Readonly<Record<Direction, string>> = {
  in: 'into the wallet',
  out: 'out of the wallet',
  unknown: 'the exchange does not report the direction',
};

/** Shows every field of a transaction, each with a button that copies it, and links to block explorers. */
export function TransactionDetails({
  transaction,
  zone,
}: {
  readonly transaction: Transaction;
  readonly zone: Zone;
}) {
  const { timestamp, type, status, amount, asset, feeCost, feeCurrency } = transaction;
  const pages = findBlockExplorerPages(transaction);
  const isoTime = new Date(timestamp).toISOString();
  return (
    <dl class="card details">
      <Field name="Time" copied={isoTime}>
        <time dateTime={isoTime}>{formatTime(timestamp, zone)}</time>
        <span class="quiet">{isoTime}</span>
      </Field>
      <Field name="Type" copied={type}>
        <span class={`kind is-${directionOf(type)}`}>
          <span class="kind-mark" aria-hidden="true" />
          {describe(type)}
        </span>
        <span class="quiet">{DIRECTIONS[directionOf(type)]}</span>
      </Field>
      <Field name="Status" copied={status}>
        <span class={`badge status-${status}`}>{describe(status)}</span>
      </Field>
      <Field name="Amount" copied={amount}>
        <Amount value={amount} />
      </Field>
      <TextValue name="Asset" text={asset} />
      <Field name="Fee" copied={feeCost}>
        {feeCost !== null && <Amount value={feeCost} />}
      </Field>
      <TextValue name="Fee currency" text={feeCurrency} />
      <TextValue name="Address" text={transaction.address} isCode />
      <TextValue name="Transaction hash" text={transaction.txid} isCode />
      {pages.length > 0 && (
        <div>
          <dt>Block explorers</dt>
          <dd class="button-row">
            {pages.map((page) => (
              <BlockExplorerLink key={page} page={page} isNamed />
            ))}
          </dd>
        </div>
      )}
      <TextValue name="Identifier" text={transaction.id} isCode />
      <TextValue name="Wallet" text={transaction.walletId} isCode />
    </dl>
  );
}

function TextValue({
  name,
  text,
  isCode = false,
}: {
  readonly name: string;
  readonly text: string | null;
  readonly isCode?: boolean;
}) {
  return (
    <Field name={name} copied={text}>
      {text !== null && (isCode ? <Code text={text} /> : <ForeignText text={text} />)}
    </Field>
  );
}

function Code({ text }: { readonly text: string }) {
  return (
    <code>
      <ForeignText text={text} />
    </code>
  );
}

/** Shows a value, or that the exchange did not provide it. */
function Field({
  name,
  copied,
  children,
}: {
  readonly name: string;
  /** The whole text of the value; `null` if it is missing. */
  readonly copied: string | null;
  readonly children: ComponentChildren;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {copied === null ? (
          <span class="quiet">Not provided by the exchange</span>
        ) : (
          <>
            <span class="detail-value">{children}</span>
            <CopyButton text={copied} label={`Copy: ${name}`} />
          </>
        )}
      </dd>
    </div>
  );
}
