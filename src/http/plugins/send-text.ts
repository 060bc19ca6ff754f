import type { FastifyReply } from 'fastify';

/** A serializer of text. With one, Fastify adds no `charset` to the content type, which JSON does not have. */
export const keepText = (text: unknown): string => text as string;

/** Sends text of a content type. */
export function sendText(reply: FastifyReply, contentType: string, text: string): FastifyReply {
  return reply.header('content-type', contentType).serializer(keepText).send(text);
}
