import type { ConnectExchange } from '../../../src/domain/connect.ts';

/** Former names under which customers know an exchange, by its identifier. */
const FORMER_NAMES: Readonly<Record<string, string>> = { htx: 'huobi', okx: 'okex' };

/**
 * Returns the exchanges whose name or identifier contains the text, first those that begin with it. Case and
 * punctuation do not count, and `gate.io` finds Gate.
 */
export function findExchanges(
  exchanges: readonly ConnectExchange[],
  text: string,
): readonly ConnectExchange[] {
  const wanted = simplify(text);
  if (wanted === '') return exchanges;
  const ranked = exchanges.map((exchange) => ({ exchange, rank: rankOf(exchange, wanted) }));
  return [0, 1].flatMap((rank) =>
    ranked.filter((each) => each.rank === rank).map(({ exchange }) => exchange),
  );
}

/** Returns 0 if a name begins with the text or the text with a name, 1 if a name contains it, else 2. */
function rankOf({ id, name }: ConnectExchange, wanted: string): number {
  const names = [name, id, FORMER_NAMES[id] ?? name].map(simplify);
  if (names.some((each) => each.startsWith(wanted) || wanted.startsWith(each))) return 0;
  return names.some((each) => each.includes(wanted)) ? 1 : 2;
}

function simplify(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}
