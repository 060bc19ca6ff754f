import type { FastifyReply } from 'fastify';

const unchanged = (text: unknown): string => text as string;

/** Sends text. With a serializer, Fastify does not add a `charset` to the content type, which JSON does not have. */
export function sendText(reply: FastifyReply, contentType: string, text: string): FastifyReply {
  return reply.header('content-type', contentType).serializer(unchanged).send(text);
}
