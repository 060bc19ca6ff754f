/**
 * The status of every code that exchanges document, for comparison with the documentation that `traits/` names, and of
 * every word that ccxt returns unchanged. A wrong line lists a finished withdrawal as pending for ever.
 */
import { expect, it } from 'vitest';

import type { StatusTable } from '../mapping/status-table.ts';
import { readStatusWord } from './statuses.ts';
import { EXCHANGE_TRAITS } from './traits.ts';

/** A line: the exchange, the list (or `both`), the status, and the codes in the list that have it. */
const CODES = `
  alpaca both completed: COMPLETE
  alpaca both pending: PROCESSING
  alpaca both failed: FAILED
  backpack deposits completed: confirmed
  backpack deposits pending: initiated, ownershipVerificationRequired, pending, senderVerificationCompleted
  backpack deposits pending: senderVerificationRequired
  backpack deposits canceled: cancelled
  backpack deposits failed: declined, expired, refunded
  backpack withdrawals completed: confirmed
  backpack withdrawals pending: ownershipVerificationRequired, pending, recipientInformationProvided
  backpack withdrawals pending: recipientInformationRequired
  bigone deposits completed: COMPLETED, WITHHOLD
  bigone deposits pending: PENDING, UNCONFIRMED
  bigone deposits canceled: CANCELLED
  bigone withdrawals completed: COMPLETED, CONFIRMED
  bigone withdrawals pending: PENDING
  bigone withdrawals canceled: CANCELLED
  bigone withdrawals failed: FAILED
  binanceus deposits completed: 1, 6
  binanceus deposits pending: 0, 8
  binanceus deposits failed: 2, 7
  binanceus withdrawals completed: 6
  binanceus withdrawals pending: 0, 2, 4
  binanceus withdrawals canceled: 1
  binanceus withdrawals failed: 3, 5
  bingx deposits completed: 1
  bingx deposits pending: 0, 6
  bingx withdrawals completed: 6
  bingx withdrawals pending: 4
  bingx withdrawals failed: 5
  bitflyer both completed: COMPLETED
  bitflyer both pending: PENDING
  bithumb deposits completed: DEPOSIT_ACCEPTED, ACCEPTED
  bithumb deposits pending: REQUESTED_PENDING, REQUESTED_SYSTEM_REJECTED, REQUESTED_PROCESSING, DEPOSIT_PROCESSING
  bithumb deposits pending: REFUNDING_PENDING, REFUNDING_SYSTEM_REJECTED, REFUNDING_PROCESSING
  bithumb deposits pending: REFUNDING_ADMIN_REJECTED, REFUNDING_ACCEPTED, REFUNDED_PROCESSING, REFUNDED_CANCELLED
  bithumb deposits pending: PROCESSING
  bithumb deposits canceled: DEPOSIT_CANCELLED, CANCELED, CANCELLED
  bithumb deposits failed: REQUESTED_ADMIN_REJECTED, REFUNDED_ACCEPTED
  bithumb withdrawals completed: done, DONE
  bithumb withdrawals pending: processing, WAITING, PROCESSING
  bithumb withdrawals canceled: canceled, cancelled, CANCELED, CANCELLED
  bithumb withdrawals failed: FAILED, REJECTED
  bitopro both completed: COMPLETE
  bitopro both pending: PROCESSING, WAIT_PROCESS, WAIT_CONFIRMATION, EMAIL_VERIFICATION
  bitopro both canceled: CANCELLED
  bitopro both failed: EXPIRED, FAILED, INVALID
  bitrue deposits completed: 1
  bitrue deposits pending: 0
  bitrue withdrawals completed: 5
  bitrue withdrawals pending: 0
  bitrue withdrawals canceled: 6
  bittrade deposits completed: confirmed, safe
  bittrade deposits pending: confirming
  bittrade deposits failed: orphan
  bittrade deposits unknown: unknown
  bittrade withdrawals completed: confirmed
  bittrade withdrawals pending: verifying, submitted, reexamine, pass, pre-transfer, wallet-transfer
  bittrade withdrawals canceled: canceled, repealed
  bittrade withdrawals failed: failed, reject, wallet-reject, confirm-error, risk-action-fail
  blockchaincom deposits completed: COMPLETED
  blockchaincom deposits pending: UNCONFIRMED
  blockchaincom deposits failed: REJECTED
  blockchaincom withdrawals completed: COMPLETED
  blockchaincom withdrawals pending: PENDING
  blockchaincom withdrawals failed: FAILED, REJECTED, REFUNDED
  blofin deposits completed: 1
  blofin deposits pending: 0, 3
  blofin deposits failed: 2
  blofin withdrawals completed: 3
  blofin withdrawals pending: 0, 6, 7
  blofin withdrawals canceled: 4
  blofin withdrawals failed: 2
  btse both completed: COMPLETED
  btse both pending: PROCESSING, PENDING
  btse both canceled: CANCELLED
  btse both failed: EXPIRED, FAILURE
  bullish both completed: COMPLETE
  bullish both pending: PENDING
  bullish both canceled: CANCELLED
  bullish both failed: FAILED
  bydfi both completed: SUCCESS
  bydfi both pending: WAIT
  bydfi both failed: FAILED
  cex both completed: approved
  cex both pending: pending
  cex both failed: rejected
  coinbaseinternational both completed: PROCESSED
  coinbaseinternational both pending: NEW, STARTED
  coinbaseinternational both failed: FAILED
  coincheck deposits completed: confirmed
  coincheck deposits pending: received
  coincheck withdrawals completed: finished
  coincheck withdrawals pending: pending, processing
  coincheck withdrawals canceled: canceled
  coinex deposits completed: finished, finish, FINISHED, FINISH
  coinex deposits pending: processing, confirming, too_small, PROCESSING, CONFIRMING, TOO_SMALL
  coinex deposits canceled: cancelled, cancel, CANCELLED, CANCEL
  coinex deposits failed: exception, EXCEPTION
  coinex withdrawals completed: finished, finish, FINISHED, FINISH
  coinex withdrawals pending: created, audit, audit_required, audited, pass, processing, confirming
  coinex withdrawals pending: cancellation_failed, CREATED, AUDIT, AUDIT_REQUIRED, AUDITED, PASS, PROCESSING
  coinex withdrawals pending: CONFIRMING, CANCELLATION_FAILED
  coinex withdrawals canceled: cancelled, cancel, CANCELLED, CANCEL
  coinex withdrawals failed: not_pass, failed, fail, NOT_PASS, FAILED, FAIL
  coinmate both completed: OK, COMPLETED
  coinmate both pending: NEW, CREATED, WAITING, SENT
  coinmate both canceled: CANCELED
  coinsph both completed: 1
  coinsph both pending: 0, 3
  coinsph both failed: 2
  deepcoin deposits completed: succeed
  deepcoin deposits pending: confirming
  deepcoin deposits failed: failed
  deepcoin withdrawals completed: succeed
  deepcoin withdrawals pending: pending, auditing, confirming, cancelling
  deepcoin withdrawals canceled: cancelled
  deepcoin withdrawals failed: failed, rejected
  deribit deposits completed: completed
  deribit deposits pending: pending
  deribit deposits canceled: replaced
  deribit deposits failed: rejected
  deribit withdrawals completed: completed
  deribit withdrawals pending: unconfirmed, confirmed, interrupted
  deribit withdrawals canceled: cancelled
  deribit withdrawals failed: rejected
  digifinex both completed: 3, safe
  digifinex both pending: 1, 2
  digifinex both failed: 4
  dydx deposits completed: DEPOSIT
  dydx withdrawals completed: WITHDRAWAL
  extended both completed: COMPLETED
  extended both pending: CREATED, IN_PROGRESS
  extended both failed: REJECTED
  foxbit deposits completed: ACCEPTED
  foxbit deposits pending: SUBMITTING, SUBMITTED, WARNING, BLOCKED, UNBLOCKED
  foxbit deposits canceled: CANCELLED
  foxbit deposits failed: REJECTED
  foxbit withdrawals completed: DONE
  foxbit withdrawals pending: SUBMITTING, SUBMITTED, PROCESSING, ACCEPTED
  foxbit withdrawals canceled: CANCELED, CANCELLED
  foxbit withdrawals failed: REJECTED, FAILED
  gemini both completed: Advanced, Complete
  gemini both pending: Pending
  hashkey deposits completed: 4
  hashkey deposits pending: 1, 2, 5, 8
  hashkey deposits failed: 3, 6, 7, 9, 10
  hashkey withdrawals completed: success, successful
  hashkey withdrawals pending: withdrawing, canceling
  hashkey withdrawals canceled: canceled
  hashkey withdrawals failed: failed
  hibachi both completed: completed
  hibachi both pending: pending, claimable
  hibachi both failed: failed
  hyperliquid deposits completed: deposit
  indodax both completed: success
  indodax both pending: approved, pending, wait
  indodax both canceled: cancelled, canceled
  indodax both failed: failed
  latoken both completed: TRANSACTION_STATUS_CONFIRMED, TRANSACTION_STATUS_EXECUTED
  latoken both pending: TRANSACTION_STATUS_CHECKING, TRANSACTION_STATUS_PENDING
  latoken both canceled: TRANSACTION_STATUS_CANCELLED
  latoken both failed: TRANSACTION_STATUS_FAILED, TRANSACTION_STATUS_REJECTED
  lbank deposits completed: 2
  lbank deposits pending: 1
  lbank deposits canceled: 4
  lbank deposits failed: 3
  lbank withdrawals completed: 4
  lbank withdrawals pending: 1
  lbank withdrawals canceled: 2
  lbank withdrawals failed: 3
  mexc deposits completed: 5, 12
  mexc deposits pending: 2, 3, 4, 6, 9, 11
  mexc deposits failed: 1, 7, 8, 10
  mexc withdrawals completed: 7
  mexc withdrawals pending: 1, 2, 3, 4, 5, 6, 10
  mexc withdrawals canceled: 9
  mexc withdrawals failed: 8
  modetrade both completed: COMPLETED
  modetrade both pending: NEW, CONFIRM, CONFIRMING, PROCESSING, PENDING, PENDING_REBALANCE
  modetrade both canceled: CANCELED
  modetrade both failed: FAILED
  nado deposits completed: deposit_collateral
  ndax deposits completed: FullyProcessed
  ndax deposits pending: New, AdminProcessing, Accepted, SystemProcessing, Pending, Confirmed, AmlProcessing
  ndax deposits pending: AmlAccepted, LimitsAccepted
  ndax deposits failed: Rejected, Failed, AmlRejected, AmlFailed, LimitsRejected
  ndax withdrawals completed: FullyProcessed
  ndax withdrawals pending: New, AdminProcessing, Accepted, SystemProcessing, Pending, Confirmed, AmlProcessing
  ndax withdrawals pending: AmlAccepted, LimitsAccepted, Pending2Fa, AutoAccepted, Delayed, Submitted
  ndax withdrawals pending: ManuallyConfirmed, Confirmed2Fa
  ndax withdrawals canceled: UserCanceled, AdminCanceled
  ndax withdrawals failed: Rejected, Failed, AmlRejected, AmlFailed, LimitsRejected
  phemex both completed: Success, Succeed
  phemex both pending: Security Checking, SecurityChecking, Pending Review, Pending Transfer, AmlCsApporve, New
  phemex both pending: Confirmed
  phemex both canceled: Cancelled
  phemex both failed: Rejected, Security check failed, SecurityCheckFailed, Address Risk, Expired
  tokocrypto deposits completed: 1, 6
  tokocrypto deposits pending: 0
  tokocrypto withdrawals completed: 6, 10
  tokocrypto withdrawals pending: 0, 2, 4
  tokocrypto withdrawals canceled: 1
  tokocrypto withdrawals failed: 3, 5
  toobit deposits completed: 2
  toobit deposits pending: 12
  toobit deposits failed: 11
  toobit withdrawals completed: 6
  toobit withdrawals pending: 0, 1, 3, 4, 5, 8, 10, 11
  toobit withdrawals canceled: 9
  toobit withdrawals failed: 2, 7
  upbit deposits completed: ACCEPTED
  upbit deposits pending: PROCESSING, TRAVEL_RULE_SUSPECTED, REFUNDING
  upbit deposits canceled: CANCELLED
  upbit deposits failed: REJECTED, REFUNDED
  upbit withdrawals completed: DONE
  upbit withdrawals pending: WAITING, PROCESSING
  upbit withdrawals canceled: CANCELLED
  upbit withdrawals failed: FAILED, REJECTED
  whitebit deposits completed: 3, 7
  whitebit deposits pending: 1, 2, 5, 6, 10, 11, 12, 13, 14, 15, 16, 17, 21, 27, 28
  whitebit deposits canceled: 4, 9
  whitebit deposits failed: 22
  whitebit withdrawals completed: 3, 7, 18
  whitebit withdrawals pending: 1, 2, 5, 6, 10, 11, 12, 13, 14, 15, 16, 17, 21
  whitebit withdrawals canceled: 4
  woo both completed: COMPLETED
  woo both pending: NEW, CONFIRMING, PROCESSING
  woo both canceled: CANCELED
  woo both failed: FAILED
  woofipro both completed: COMPLETED
  woofipro both pending: NEW, CONFIRM, CONFIRMING, PROCESSING, PENDING, PENDING_REBALANCE
  woofipro both canceled: CANCELED
  woofipro both failed: FAILED
  xt both completed: SUCCESS
  xt both pending: SUBMIT, REVIEW, AUDITED, AUDITED_AGAIN, PENDING
  xt both canceled: CANCEL
  xt both failed: FAIL
`;

/** A line: the status, and the words that have it at every exchange. */
const WORDS = `
  completed: ok, complete, completed, credited, done, finish, finished, settled, succeed, succeeded, success
  completed: successful, Deposit-can-withdraw, withdrawal_success_status
  pending: pending, accepted, approving, awaiting approval, broadcasting, cancelling, checking, confirming, created
  pending: in progress, IN_PROGRESS, initiated, new, processing, queued, refunding, requested, reviewing, sending
  pending: submitted, submitting, unconfirmed, auditing-status, block-mining-status, processing-status
  pending: user-approved, verifying, wait, waiting, PENDING_APPROVAL, Pending Review, pending: signature
  failed: failed, audit-reject-status, declined, error, expired, fail, failure, invalid, refused, rejected
  failed: withdrawal-failure-status, complete-error, orphan, refunded, reject, reversed, ROLLED_BACK
  failed: rejected: address
  canceled: canceled, cancel, cancelled, user-canceled, USER_CANCELLED
  unknown: confirmed, approved by user, sent, 7, toString
`;

/** Returns the texts before the first colon of each line, with the list after it. */
function readLines(text: string): readonly (readonly [head: string, entries: readonly string[]])[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [head = '', list = ''] = line.split(/: (.*)/);
      return [head.trim(), list.split(', ')];
    });
}

it('every code that an exchange documents has the status that its documentation says', () => {
  const documented: Record<string, Record<string, StatusTable>> = {};
  for (const [head, codes] of readLines(CODES)) {
    const [exchange = '', list = '', status = ''] = head.split(' ');
    const table = Object.fromEntries(codes.map((code) => [code, status])) as StatusTable;
    const { deposits = {}, withdrawals = {} } = documented[exchange] ?? {};
    documented[exchange] = {
      deposits: list === 'withdrawals' ? deposits : { ...deposits, ...table },
      withdrawals: list === 'deposits' ? withdrawals : { ...withdrawals, ...table },
    };
  }
  const read = Object.entries(EXCHANGE_TRAITS).flatMap(([exchange, { rows }]) => {
    if (rows?.status === undefined) return [];
    const { deposits, withdrawals } = rows.status;
    return [[exchange, { deposits, withdrawals }]];
  });
  expect(Object.fromEntries(read)).toEqual(documented);
});

it.each(readLines(WORDS))('reads as %s the words %o', (status, words) => {
  expect(words.map((word) => [word, readStatusWord(word)])).toEqual(
    words.map((word) => [word, status]),
  );
});
