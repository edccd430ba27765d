import { hostAt, isIn, tunnelPools } from '@comet/admission';
import * as z from 'zod/mini';

/** Grows when the orders change: an agent replaces an authenticator that speaks another one. */
export const ordersVersion = 5;

/** The programs that there are: two servers, and what hides the second. */
export const programNames = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

const credential = z.object({ id: z.string(), sub: z.string(), mac: z.string() });

/** Logins of the devices of `sub` (of one `slot`, or of all when null) from before `notBefore`, unix seconds, are worth nothing. */
const revocation = z.object({ sub: z.string(), slot: z.nullable(z.int()), notBefore: z.int() });

/** One program that the authenticator keeps running. A changed order restarts it. */
const programSpec = z.object({
  name: z.enum(programNames),
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string()),
  /** The unix socket of an OpenVPN server's management interface; null for a program that is not one. */
  management: z.nullable(z.string()),
  /** Changes with the content of the files that it reads. */
  revision: z.string(),
  /**
   * How it learns of a new revision. `hangup` reads its files again by SIGHUP and drops nobody; `quiet` is started anew, as soon
   * as nobody is connected, or at `renewBy` (unix seconds).
   */
  renewal: z.enum(['hangup', 'quiet']),
  renewBy: z.int(),
  /** Until when what it runs with may be shown, unix seconds: a new revision that comes late does not wait longer. */
  shownUntil: z._default(z.int(), Number.MAX_SAFE_INTEGER),
});

/** What the agent tells the authenticator, one JSON text a line. */
export const order = z.discriminatedUnion('type', [
  /** These programs, and no others. */
  z.object({ type: z.literal('run'), programs: z.array(programSpec) }),
  /** Everybody who may log in, replacing what was known; good until `until` (unix seconds). */
  z.object({
    type: z.literal('roll'),
    /** Keys the hashes of the credentials; base64url. */
    pepper: z.string(),
    until: z.int(),
    credentials: z.array(credential),
    revocations: z.array(revocation),
  }),
  z.object({ type: z.literal('grant'), credential }),
  z.object({ type: z.literal('withdraw'), id: z.string() }),
  z.object({ type: z.literal('revoke'), revocation }),
  z.object({ type: z.literal('trust'), until: z.int() }),
  z.object({ type: z.literal('end') }),
]);

/** What runs as OpenVPN's user may have no say over anybody else's connections. */
function isItsOwn(address: string): boolean {
  const host = hostAt(address);
  return host !== null && isIn(tunnelPools.openvpn, host);
}

/** What the authenticator tells the agent: nothing that would tell one customer from another, or when one came. */
export const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.int() }),
  z.object({ type: z.literal('standing'), running: z.array(z.string()), sessions: z.int() }),
  /** Addresses in the tunnel that have lost their holders: what is followed for them must not reach the next. */
  z.object({ type: z.literal('freed'), addresses: z.array(z.string().check(z.refine(isItsOwn))) }),
  z.object({ type: z.literal('ended'), name: z.string(), reason: z.string() }),
]);

export type Credential = z.output<typeof credential>;
export type ProgramSpec = z.output<typeof programSpec>;
export type Order = z.output<typeof order>;
export type Event = z.output<typeof event>;
export type ProgramName = (typeof programNames)[number];

/** A credential table of 200,000 credentials stays below this. */
export const longestOrder = 64 * 1024 * 1024;
