/** Runs the product of `server.js` with a demo of wallet-teller and its simulated exchange, until Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const { PORT = '3000', DEMO_PORT } = process.env;
const teller = fileURLToPath(new URL('../../bin/teller', import.meta.url));
const server = fileURLToPath(new URL('server.js', import.meta.url));
const children = [];

/** Starts a program that ends with this one. */
function start(command, args, env) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  child.once('exit', (code) => stop(code ?? 1));
  return child;
}

function stop(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill();
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => stop(0));

const port = DEMO_PORT === undefined ? [] : ['--port', DEMO_PORT];
const demo = start(teller, ['demo', '--json', '--manage-port', '0', ...port], {
  TELLER_CONNECT_RETURN_ORIGINS: `http://127.0.0.1:${PORT}`,
});
const output = await Promise.race([text(demo.stdout.take(1)), once(demo, 'exit')]);
if (typeof output === 'string') {
  const { manageUrl, manageKey, projectId, customer } = JSON.parse(output);
  const product = start(process.execPath, [server], {
    TELLER_MANAGE_URL: manageUrl,
    TELLER_MANAGE_KEY: manageKey,
    TELLER_PROJECT: projectId,
    PORT,
  });
  await Promise.race([once(product.stdout, 'data'), once(product, 'exit')]);
  const { apiKey, secret } = customer.credentials;
  process.stdout
    .write(`Open http://127.0.0.1:${PORT}, click "Connect an exchange", and choose Kraken.
The simulated exchange has an account with
  API key      ${apiKey}
  Private key  ${secret}
Ctrl-C ends the example.
`);
}
