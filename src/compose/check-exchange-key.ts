/** Checks an exchange key before it is stored. */
import type { Config } from '../config/read-config.ts';
import type { ConnectStep } from '../domain/connect.ts';
import type { ExchangeCredentials } from '../domain/sealed-credentials.ts';
import { ExchangeError } from '../exchanges/exchange.ts';
import type { KeyCheck } from '../manage/key-check.ts';
import { exchangeOptions } from './exchange-options.ts';

/** Timeout of all requests that check a key. */
const KEY_CHECK_TIMEOUT_MS = 8000;

/** Checks a key: reads its permissions, if the exchange reports them, and the balances. @param onStep each step. */
export async function checkExchangeKey(
  config: Config,
  exchange: string,
  credentials: ExchangeCredentials,
  nowMs: () => number,
  onStep: (step: ConnectStep) => void = () => undefined,
): Promise<KeyCheck> {
  const { createExchangeDirectory } = await import('../exchanges/registry.ts');
  const signal = AbortSignal.timeout(KEY_CHECK_TIMEOUT_MS);
  const directory = createExchangeDirectory({
    ...exchangeOptions(config, nowMs, signal),
    // The user at the terminal can retry.
    attemptsMax: 1,
  });
  const account = await directory.openAccount(exchange, credentials);
  onStep('exchange');
  const clock = await attempt(signal, () => account.fetchTimeMs());
  if (clock.error !== undefined) {
    return { permissions: undefined, permissionsError: clock.error, error: clock.error };
  }
  onStep('permissions');
  const permissions = await attempt(signal, async () => account.readPermissions?.());
  onStep('balances');
  const balances = await attempt(
    signal,
    (): Promise<unknown> => account.checkBalances?.() ?? account.readBalances(),
  );
  return {
    permissions: permissions.value,
    permissionsError: permissions.error,
    error: balances.error,
  };
}

/** Returns the result, or the error of the exchange. @throws any other error. */
async function attempt<Value>(
  signal: AbortSignal,
  request: () => Promise<Value>,
): Promise<{ readonly value: Value | undefined; readonly error: ExchangeError | undefined }> {
  try {
    return { value: await request(), error: undefined };
  } catch (error) {
    if (error instanceof ExchangeError) return { value: undefined, error };
    if (!signal.aborted) throw error;
    const message = `no response within ${KEY_CHECK_TIMEOUT_MS / 1000} seconds`;
    return { value: undefined, error: new ExchangeError('exchange_unavailable', message) };
  }
}
