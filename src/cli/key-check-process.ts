/** The child process that checks keys for the management API: the only one that loads the exchange library for it. */
import { checkExchangeKey } from '../compose/check-exchange-key.ts';
import type { KeyCheckRequest, KeyCheckResponse } from '../compose/key-checker.ts';
import { readConfig } from '../config/read-config.ts';
import type { ConnectStep } from '../domain/connect.ts';
import type { ExchangeError } from '../exchanges/exchange.ts';
import { STOP_SIGNALS } from './stop-signal.ts';

const config = readConfig(process.env, process.cwd());

async function answer({ id, exchange, credentials }: KeyCheckRequest): Promise<KeyCheckResponse> {
  const onStep = (step: ConnectStep): void => void process.send?.({ id, step });
  try {
    const check = await checkExchangeKey(config, exchange, credentials, Date.now, onStep);
    return {
      id,
      permissions: check.permissions,
      permissionsError: describe(check.permissionsError),
      error: describe(check.error),
    };
  } catch {
    // The message of an unexpected error may contain a part of the key.
    return {
      id,
      error: { code: 'exchange_unavailable', message: 'the check failed unexpectedly' },
    };
  }
}

function describe(error: ExchangeError | undefined) {
  return error && { code: error.code, message: error.message };
}

process.on('message', (request: KeyCheckRequest) => {
  void answer(request).then((response) => process.send?.(response));
});
process.once('disconnect', () => process.exit());
// A terminal sends these to the parent too, which ends this process.
for (const name of STOP_SIGNALS) process.on(name, () => undefined);
