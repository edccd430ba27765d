import type { FastifyReply } from 'fastify';

export type Body = Readonly<Record<string, unknown>>;

export function refuse(reply: FastifyReply, error: string, status = 400): FastifyReply {
  return reply.status(status).send({ error });
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
