import { hostAt, isIn, tunnelPools } from '@comet/admission';
import * as z from 'zod/mini';

/** Protocol version, increased with every change: an agent replaces an authenticator of another version. */
export const messagesVersion = 6;

/** The two OpenVPN servers, and the obfuscation of the TCP server. */
export const programNames = ['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4'] as const;

/** A pair of this gateway with its hash, or one of all gateways with its verifier (`@comet/admission`). */
const credential = z.union([
  z.object({ id: z.string(), sub: z.string(), mac: z.string() }),
  z.object({ id: z.string(), verifier: z.string() }),
]);

/** Invalidates the logins of the devices of `sub` (of one `slot`, or of all when null) issued before `notBefore`, unix seconds. */
const revocation = z.object({ sub: z.string(), slot: z.nullable(z.int()), notBefore: z.int() });

/** One program that the authenticator keeps running. A changed specification restarts it. */
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
   * How a new revision is applied. `hangup`: SIGHUP makes the program reread its files without dropping clients; `quiet`: the program is
   * restarted once no client is connected, or at `renewBy` (unix seconds).
   */
  renewal: z.enum(['hangup', 'quiet']),
  renewBy: z.int(),
  /** End of validity of its current files, unix seconds: a late revision is applied by then. */
  shownUntil: z._default(z.int(), Number.MAX_SAFE_INTEGER),
});

/** Messages from the agent to the authenticator, one JSON text per line. */
export const order = z.discriminatedUnion('type', [
  /** The complete list of programs to run. */
  z.object({ type: z.literal('run'), programs: z.array(programSpec) }),
  /** All credentials that may log in, replacing earlier ones; valid until `until` (unix seconds). */
  z.object({
    type: z.literal('roll'),
    /** The id of this gateway, from which pseudonyms are derived. */
    gateway: z.string(),
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

/** Whether an address is in OpenVPN's pool: a process of OpenVPN's user must not affect other connections. */
function isItsOwn(address: string): boolean {
  const host = hostAt(address);
  return host !== null && isIn(tunnelPools.openvpn, host);
}

/** Messages from the authenticator to the agent. They identify no customer and contain no login times. */
export const event = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), version: z.int() }),
  z.object({ type: z.literal('standing'), running: z.array(z.string()), sessions: z.int() }),
  /** Tunnel addresses whose sessions ended: their tracked connections must not reach the next holder. */
  z.object({ type: z.literal('freed'), addresses: z.array(z.string().check(z.refine(isItsOwn))) }),
  z.object({ type: z.literal('ended'), name: z.string(), reason: z.string() }),
]);

export type Credential = z.output<typeof credential>;
export type ProgramSpec = z.output<typeof programSpec>;
export type Order = z.output<typeof order>;
export type Event = z.output<typeof event>;
export type ProgramName = (typeof programNames)[number];

/** Maximum message size in bytes; a table of 200,000 credentials is smaller. */
export const maxMessageBytes = 64 * 1024 * 1024;
