import * as z from 'zod/mini';
import { port, ownWireguardKey, wireguardKey } from '../fields.ts';
import { wire } from '../wire.ts';

/** Where an exit presents itself at a gateway's admission endpoint; `POST`, with a ticket of the exits' domain (`@comet/admission`). */
export const exitAdmissionPath = '/v1/exits';

/** The same as a customer's presentation; the ticket is longer, for the operator's rules are in it. */
export const exitPresentation = wire({
  ticket: z.string().check(z.maxLength(16_384)),
  publicKey: ownWireguardKey,
  /** HMAC-SHA256 as base64url; see `@comet/admission`. */
  proof: z.string().check(z.maxLength(64)),
});

/**
 * Host addresses, without a length, from the networks of these tunnels alone (198.18.0.0/15, fd00:c0:e8::/64): an exit puts them onto a link,
 * and those of its owner's network would lead the owner's own traffic into the tunnel.
 */
const ends = wire({
  ipv4: z.ipv4().check(z.regex(/^198\.1[89]\./)),
  ipv6: z.ipv6().check(z.regex(/^fd00:c0:e8::[0-9a-f]{0,4}$/)),
});

/**
 * The tunnel between one exit and its gateway. Whatever leaves by the exit comes from the gateway's end, so that an exit sees no
 * address of a customer; the exit dials out to `wireguardPort`.
 */
export const exitAdmittance = wire({
  serverPublicKey: wireguardKey,
  wireguardPort: port,
  exit: ends,
  gateway: ends,
  /** On the gateway's end, TCP; see `exitOrder` and `exitReport`. */
  controlPort: port,
  /**
   * There too: a connection asks `down N` or `up N` in a line, and has N bytes sent, or taken and answered with the bytes a second that
   * came of their latter half. Missing where a gateway does not serve it.
   */
  measurePort: z.optional(port),
  mtu: z.int().check(z.minimum(1280), z.maximum(9000)),
});

export type ExitPresentation = z.output<typeof exitPresentation>;
export type ExitAdmittance = z.output<typeof exitAdmittance>;
