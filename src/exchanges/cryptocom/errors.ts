import type { CcxtExchange } from '../client/ccxt-client.ts';

/** ccxt's reading of an answer; the parsed body is the seventh of its details. */
interface AnswerJudge {
  handleErrors: (...details: unknown[]) => unknown;
}

const BODY = 6;

/**
 * Leaves an answer without a code to its HTTP status. ccxt takes it for a refused request, whatever
 * it is (a firewall's page, a cut answer), and it would not be asked for again.
 */
export function judgeByCode(ccxt: CcxtExchange): void {
  const judge = ccxt as CcxtExchange & AnswerJudge;
  const handleErrors = judge.handleErrors.bind(ccxt);
  judge.handleErrors = (...details) =>
    hasCode(details[BODY]) ? handleErrors(...details) : undefined;
}

function hasCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body;
}
