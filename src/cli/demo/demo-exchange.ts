import { SimulatedClock } from '../../../simulator/clock.ts';
import { generateHistory } from '../../../simulator/catalogue.ts';
import { DEMO_CREDENTIALS, makeDemoHistory } from '../../../simulator/demo-history.ts';
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts';

const CUSTOMER_ROWS = 60;

/** An account at the simulated exchange that a customer can connect; its key is valid only there. */
export const CUSTOMER = {
  exchange: 'kraken',
  credentials: {
    apiKey: 'demo-kraken-key',
    secret: Buffer.from('demo-kraken-secret').toString('base64'),
  },
} as const;

/** Starts the simulated exchange with the accounts of the demo and the real clock. */
export async function startDemoExchange(nowMs: number): Promise<Simulator> {
  const clock = new SimulatedClock({ startMs: nowMs, runsWith: Date.now });
  const simulator = await startSimulator({ clock, rateLimits: false });
  const history = makeDemoHistory(nowMs);
  simulator.addAccount('binance', { credentials: DEMO_CREDENTIALS, history });
  simulator.addAccount(CUSTOMER.exchange, {
    credentials: CUSTOMER.credentials,
    history: generateHistory(CUSTOMER.exchange, {
      seed: 'demo customer',
      toMs: nowMs,
      count: CUSTOMER_ROWS,
    }),
  });
  return simulator;
}
