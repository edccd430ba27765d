import type { FastifyReply, FastifyRequest } from 'fastify';

/** Faults of an API: no response, a proxy's error page, an internal error, or a denial. */
export const COMMON_FAULTS = ['timeout', 'unavailable', 'internal_error', 'forbidden'] as const;
export type CommonFault = (typeof COMMON_FAULTS)[number];

/**
 * The next `remaining` calls fail; with a `path` only those whose path has this prefix (`/transactions`), with a `text` only those whose
 * JSON body contains it.
 */
export interface FaultRule<K extends string = string> {
  kind: K;
  remaining: number;
  path: string | null;
  text: string | null;
}

const HANG_MS = 120_000;

/** Returns the fault for a call to `path` with this body and decrements its count; null for none. */
export function takeFault<K extends string>(rule: FaultRule<K>, path: string, body: unknown): K | null {
  if (rule.remaining === 0 || (rule.path !== null && !path.startsWith(rule.path))) return null;
  if (rule.text !== null && !(JSON.stringify(body) ?? '').includes(rule.text)) return null;
  rule.remaining -= 1;
  return rule.kind;
}

/** Leaves the call unanswered; the connection is closed after two minutes. */
export function leaveUnanswered(request: FastifyRequest, reply: FastifyReply): void {
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
