import type { CcxtExchange } from '../client/ccxt-client.ts';

/** ccxt's reading of a response; the parsed body is the seventh of its details. */
interface ResponseJudge {
  handleErrors: (...details: unknown[]) => unknown;
}

const BODY = 6;

/**
 * Leaves a response without a code to its HTTP status. ccxt takes it for a refused request, whatever
 * it is (a firewall's page, a cut response), and it would not be asked for again.
 */
export function judgeByCode(ccxt: CcxtExchange): void {
  const judge = ccxt as CcxtExchange & ResponseJudge;
  const handleErrors = judge.handleErrors.bind(ccxt);
  judge.handleErrors = (...details) =>
    hasCode(details[BODY]) ? handleErrors(...details) : undefined;
}

function hasCode(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'code' in body;
}
