/** A receiver of webhooks with Fastify: `npm install fastify standardwebhooks`, then `node fastify.js`. */
import Fastify from 'fastify';
import { Webhook } from 'standardwebhooks';

const { WEBHOOK_SECRET, PORT = '3000' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);
/** A product stores these identifiers, because an event can be sent twice. */
const known = new Set();
const app = Fastify();

// The signature is of the body as it was received, so it is not parsed before.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);

app.post('/teller', async ({ body, headers }, reply) => {
  try {
    webhook.verify(body, headers);
  } catch {
    return reply.code(400).send();
  }
  const id = headers['webhook-id'];
  if (!known.has(id)) {
    known.add(id);
    const { type, data } = JSON.parse(body);
    console.log(type, data.walletId ?? '', data.transactionId ?? '');
  }
  return reply.code(204).send();
});

await app.listen({ port: Number(PORT), host: '127.0.0.1' });
