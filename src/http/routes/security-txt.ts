import type { FastifyInstance } from 'fastify';

import { DAY_MS } from '../../domain/duration.ts';
import { formatInstant } from '../../domain/instant.ts';
import { PATHS } from '../paths.ts';
import { sendText } from '../plugins/send-text.ts';

/** A file without its end in time is useless, and one that ends in more than a year may be outdated (RFC 9116 §2.5.5). */
const LIFETIME_MS = 30 * DAY_MS;

/**
 * Adds the route of `security.txt` (RFC 9116), which says where to report a vulnerability.
 *
 * @param contact of the operator, a URL; without it, the route does not exist.
 * @param now returns Unix time in milliseconds.
 */
export function addSecurityTxtRoute(
  app: FastifyInstance,
  contact: string | undefined,
  now: () => number,
): void {
  if (contact === undefined) return;
  app.get(PATHS.securityTxt, (_request, reply) => {
    const expires = formatInstant(now() + LIFETIME_MS);
    const text = `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en\n`;
    reply.header('cache-control', 'no-cache');
    return sendText(reply, 'text/plain; charset=utf-8', text);
  });
}
