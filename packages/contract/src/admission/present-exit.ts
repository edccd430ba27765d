import * as z from 'zod/mini';
import { port, ownWireguardKey, wireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

/** Path at a gateway's admission endpoint for exits; `POST`, with a ticket of the exits' domain (`@comet/admission`). */
export const exitAdmissionPath = '/v1/exits';

/** The same as a customer's presentation; the ticket is longer, because it contains the operator's rules. */
export const exitPresentation = wire({
  ticket: z.string().check(z.maxLength(16_384)),
  publicKey: ownWireguardKey,
  /** HMAC-SHA256 as base64url; see `@comet/admission`. */
  proof: z.string().check(z.maxLength(64)),
});

/**
 * Host addresses without a prefix length, only from the networks of these tunnels (198.18.0.0/15, fd00:c0:e8::/64): an exit assigns them to
 * an interface, and addresses of its owner's network would route the owner's own traffic into the tunnel.
 */
const ends = wire({
  ipv4: z.ipv4().check(z.regex(/^198\.1[89]\./)),
  ipv6: z.ipv6().check(z.regex(/^fd00:c0:e8::[0-9a-f]{0,4}$/)),
});

/**
 * The tunnel between one exit and its gateway. All traffic to the exit has the gateway's end as source, so that an exit sees no address of
 * a customer; the exit dials out to `wireguardPort`.
 */
export const exitAdmittance = wire({
  serverPublicKey: wireguardKey,
  wireguardPort: port,
  exit: ends,
  gateway: ends,
  /** On the gateway's end, TCP; see `exitOrder` and `exitReport`. */
  controlPort: port,
  /**
   * Port at the gateway's end: a connection sends `down N` or `up N` in a line, then receives N bytes, or sends N bytes and receives the
   * rate of their second half in bytes per second. Missing where a gateway does not serve it.
   */
  measurePort: z.optional(port),
  mtu: z.int().check(z.minimum(1280), z.maximum(9000)),
});

export type ExitPresentation = z.output<typeof exitPresentation>;
export type ExitAdmittance = z.output<typeof exitAdmittance>;
