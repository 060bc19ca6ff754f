/**
 * The load: keep-alive connections that ask for one address as fast as they are answered. Raw
 * sockets, because a client that parses would be slower than the server it measures. Prints
 * requests a second as JSON.
 */
import { connect } from 'node:net';

/** What to ask, and for how long. */
export interface LoadPlan {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly warmUpMs: number;
  readonly durationMs: number;
}

/** What came of it. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly latencyP50Ms: number;
  readonly latencyP99Ms: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Runs the plan; an answer that is not 200 ends it with an error. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { host, hostname, port, pathname, search } = new URL(plan.url);
  const lines = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(
    `GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}\r\n`,
  );
  const latencies: number[] = [];
  const startMs = performance.now() + plan.warmUpMs;
  const endMs = startMs + plan.durationMs;
  const connection = async (): Promise<void> => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await new Promise<void>((resolve, reject) => {
      let sentMs = 0;
      let received: Buffer = Buffer.alloc(0);
      const send = (): void => {
        sentMs = performance.now();
        socket.write(request);
      };
      socket.on('error', reject);
      socket.on('connect', send);
      socket.on('data', (chunk: Buffer) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        if (received.length < answerLength(received)) return;
        received = Buffer.alloc(0);
        const nowMs = performance.now();
        if (nowMs >= startMs) latencies.push(nowMs - sentMs);
        if (nowMs < endMs) send();
        else {
          socket.destroy();
          resolve();
        }
      });
    });
  };
  const stopSpinning = spin();
  await Promise.all(Array.from({ length: plan.connections }, connection));
  stopSpinning();
  return summarise(latencies, plan.durationMs);
}

/** Keeps the core awake: a server must not pay for waking the core of its load. */
function spin(): () => void {
  let spinning = true;
  const turn = (): void => {
    if (spinning) setImmediate(turn);
  };
  turn();
  return () => {
    spinning = false;
  };
}

/** The length of head and body, or infinity while the head is not complete. */
function answerLength(received: Buffer): number {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd === -1) return Infinity;
  const head = received.toString('latin1', 0, headEnd);
  const answered = head.startsWith('HTTP/1.1 200');
  if (!answered) throw new Error(`the server answered ${head.split('\r\n', 1)[0]}`);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return headEnd + HEAD_END.length + Number(length ?? 0);
}

function summarise(latencies: number[], durationMs: number): LoadResult {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
  return {
    requestsPerSecond: Math.round((latencies.length / durationMs) * 1000),
    latencyP50Ms: at(0.5),
    latencyP99Ms: at(0.99),
  };
}

const plan = process.argv[2];
if (plan !== undefined) {
  process.stdout.write(`${JSON.stringify(await runLoad(JSON.parse(plan) as LoadPlan))}\n`);
}
