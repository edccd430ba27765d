import type { FastifyReply, FastifyRequest } from 'fastify';

/** What an API can be made to answer: nothing at all, a gateway's page, an error of its own, or that it is not allowed. */
export const COMMON_FAULTS = ['timeout', 'unavailable', 'internal_error', 'forbidden'] as const;
export type CommonFault = (typeof COMMON_FAULTS)[number];

/** The next `remaining` calls fail; with a `path` only those whose path begins so (`/transactions`). */
export interface FaultRule<K extends string = string> {
  kind: K;
  remaining: number;
  path: string | null;
}

const HANG_MS = 120_000;

/** The fault that a call to `path` of the API meets, counted off; null for none. */
export function takeFault<K extends string>(rule: FaultRule<K>, path: string): K | null {
  if (rule.remaining === 0 || (rule.path !== null && !path.startsWith(rule.path))) return null;
  rule.remaining -= 1;
  return rule.kind;
}

/** Takes the call and never answers it; the caller hangs up, or is hung up on after two minutes. */
export function hold(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  setTimeout(() => request.raw.socket.destroy(), HANG_MS).unref();
}

/** The response of a proxy in front of an API: 503, without JSON. */
export function sendGatewayPage(reply: FastifyReply): void {
  void reply
    .status(503)
    .type('text/html')
    .send('<html><head><title>503</title></head><body>Service Unavailable</body></html>');
}
