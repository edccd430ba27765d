import type { Endpoint } from '@comet/contract';
import * as z from 'zod/mini';

/** Decodes a reply by the contract's schema; throws on anything else. For programs that act with privileges. */
export function checkReply(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.reply === undefined) return undefined;
  return z.decode(endpoint.reply, body);
}
