/**
 * A small product that embeds wallet-teller: its customer connects an exchange account, and sees the balances. The
 * exchange key goes from the customer's browser to wallet-teller, never through this program. Needs Node 24. See docs/embed.md.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const { TELLER_MANAGE_URL, TELLER_MANAGE_KEY, TELLER_PROJECT, PORT = '3000' } = process.env;
const ORIGIN = process.env.ORIGIN ?? `http://127.0.0.1:${PORT}`;
/** A product would have a login. This one has one customer. */
const CUSTOMER = 'customer-7';
/** Prevents an endless loop. */
const PAGES_MAX = 20;
/** Maximum age of the signature of an event. An older one may be a recorded request that somebody sends again. */
const SIGNATURE_MS_MAX = 5 * 60_000;
/** The types of the events of this run by identifier, because an event can be sent twice. A product stores the identifiers. */
const events = new Map();

/** Returns the body of the response, and the path of the `next` page if it is a list that has one. */
async function callTeller(method, path, body) {
  const response = await fetch(TELLER_MANAGE_URL + path, {
    method,
    headers: {
      authorization: `Bearer ${TELLER_MANAGE_KEY}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.status === 204) return undefined;
  const answer = parse(await response.text());
  if (!response.ok) throw new Error(`${answer.code}: ${answer.detail}`);
  const [, next] = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? [];
  return { ...answer, next };
}

/** Returns the items of all pages of a list. */
async function listAll(path) {
  const items = [];
  for (let page = 0, next = path; next !== undefined; page += 1) {
    if (page === PAGES_MAX) throw new Error(`${path} has more than ${PAGES_MAX} pages`);
    const answer = await callTeller('GET', next);
    items.push(...answer.items);
    next = answer.next;
  }
  return items;
}

/** Keeps amounts as text, because a binary float loses digits, and shows 0.00000001 as 1e-8. Node 20 has no `source`. */
function parse(text) {
  return JSON.parse(text, (name, value, { source }) =>
    name === 'amount' && typeof value === 'number' ? source : value,
  );
}

async function findWallet() {
  const query = new URLSearchParams({ externalId: CUSTOMER });
  const { items } = await callTeller('GET', `/v0/projects/${TELLER_PROJECT}/wallets?${query}`);
  return items[0];
}

/** Creates a link for a new account, or for a new key of the account that is connected already. */
async function createLink() {
  const wallet = await findWallet();
  const target = wallet === undefined ? { externalId: CUSTOMER } : { walletId: wallet.id };
  const body = { ...target, returnUrl: `${ORIGIN}/` };
  const { url } = await callTeller('POST', `/v0/projects/${TELLER_PROJECT}/connect-sessions`, body);
  return url;
}

async function showPage() {
  const wallet = await findWallet();
  if (wallet === undefined) {
    return writePage('<p>No account is connected.</p>', 'Connect an exchange');
  }
  const query = new URLSearchParams({ walletId: wallet.id, limit: '1000' });
  const balances = await listAll(`/v0/projects/${TELLER_PROJECT}/balances?${query}`);
  const rows = balances
    .map(({ asset, amount }) => `<tr><td>${escape(asset)}<td>${amount}`)
    .join('');
  const table = `<table><tr><th>Asset<th>Amount${rows}</table>`;
  const state = `<p>${escape(wallet.exchange)}: <b>${wallet.state}</b></p>`;
  const log = [...events.values()].map((type) => `<li>${escape(type)}`).join('');
  return writePage(`${state}${table}<ul>${log}</ul>`, 'Replace the key');
}

function writePage(content, action) {
  return `<!doctype html><html lang="en"><title>Treasury</title><h1>Treasury</h1>${content}
    <form method="post" action="/connect"><button>${action}</button></form></html>`;
}

function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Replaces the webhook of an earlier run. Returns its secret, which is only shown once: a product would store it. */
async function addWebhook() {
  const path = `/v0/projects/${TELLER_PROJECT}/webhooks`;
  const url = `${ORIGIN}/webhook`;
  const { items } = await callTeller('GET', path);
  for (const { id } of items.filter((webhook) => webhook.url === url)) {
    await callTeller('DELETE', `/v0/webhooks/${id}`);
  }
  const events = [
    'wallet.connected',
    'wallet.history_complete',
    'wallet.failing',
    'wallet.recovered',
  ];
  return (await callTeller('POST', path, { url, events })).secret;
}

/** Verifies the signature of an event and its age (Standard Webhooks). Returns its type; throws if it is forged or old. */
function readEvent(headers, body) {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(webhookSecret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(signed).digest();
  const isAuthentic = String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace('v1,', ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected));
  if (!isAuthentic) throw new Error('the signature is wrong');
  const signedMs = Number(headers['webhook-timestamp']) * 1000;
  if (Math.abs(Date.now() - signedMs) > SIGNATURE_MS_MAX) {
    throw new Error('the event was signed long ago, or the clock of this computer is wrong');
  }
  return JSON.parse(body).type;
}

async function answer(request, response) {
  const path = new URL(request.url, ORIGIN).pathname;
  const body = (await buffer(request)).toString();
  if (request.method === 'POST' && path === '/connect') {
    response.writeHead(303, { location: await createLink() }).end();
  } else if (request.method === 'POST' && path === '/webhook') {
    events.set(request.headers['webhook-id'], readEvent(request.headers, body));
    response.writeHead(204).end();
  } else if (path === '/') {
    // The customer may change the query of the return URL, so the state is read from wallet-teller.
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(await showPage());
  } else response.writeHead(404).end();
}

// Before any request is accepted: with an empty secret, anybody could sign an event.
const webhookSecret = await addWebhook();
if (!webhookSecret) throw new Error('the webhook has no secret');
const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    response.writeHead(500).end('Something went wrong. Try again.');
  });
});
server.listen(Number(PORT), '127.0.0.1');
await once(server, 'listening');
process.stdout.write(`Treasury on ${ORIGIN}\n`);
