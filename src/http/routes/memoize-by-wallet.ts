import type { ServedWallet } from '../../store/serving.ts';

/**
 * Returns a function that computes a value once for each wallet object; a cached wallet is the same object.
 */
export function memoizeByWallet<Value extends {}>(
  compute: (wallet: ServedWallet) => Value,
): (wallet: ServedWallet) => Value {
  const values = new WeakMap<ServedWallet, Value>();
  return (wallet) => {
    const known = values.get(wallet);
    if (known !== undefined) return known;
    const value = compute(wallet);
    values.set(wallet, value);
    return value;
  };
}
