/**
 * A receiver of webhooks as a route of Next.js: copy it to `app/teller/route.js`, and `npm install standardwebhooks`.
 * It also works in every other server that calls a function with a `Request`.
 */
import { Webhook } from 'standardwebhooks';

/** A product stores these identifiers in its database, because an event can be sent twice. */
const known = new Set();

export async function POST(request) {
  // The signature is of the body as it was received, so it is not parsed before.
  const body = await request.text();
  try {
    new Webhook(process.env.WEBHOOK_SECRET).verify(body, Object.fromEntries(request.headers));
  } catch {
    return new Response(null, { status: 400 });
  }
  const id = request.headers.get('webhook-id');
  if (!known.has(id)) {
    known.add(id);
    const { type, data } = JSON.parse(body);
    console.log(type, data.walletId ?? '', data.transactionId ?? '');
  }
  return new Response(null, { status: 204 });
}
