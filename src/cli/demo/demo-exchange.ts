import { SimulatedClock } from '../../../simulator/clock.ts';
import { DEMO_CREDENTIALS, makeDemoHistory } from '../../../simulator/demo-history.ts';
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts';

/** Starts the simulated exchange with the demo's account and the real clock. */
export async function startDemoExchange(nowMs: number): Promise<Simulator> {
  const clock = new SimulatedClock({ startMs: nowMs, runsWith: Date.now });
  const simulator = await startSimulator({ clock, rateLimits: false });
  const history = makeDemoHistory(nowMs);
  simulator.addAccount('binance', { credentials: DEMO_CREDENTIALS, history });
  return simulator;
}
