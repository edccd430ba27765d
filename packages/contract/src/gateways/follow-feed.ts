import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id } from '../fields.ts';
import { wire } from '../wire.ts';
import { grant, sub } from './grant.ts';

/**
 * The change feed: an endless reply of lines, each a document signed in the feed domain (`@comet/admission`) whose payload is a
 * `FeedMessage`. `cursor` is the last applied change, 0 for none; for an outdated cursor the reply starts with a snapshot. `kinds` are the
 * kinds of grants that the gateway supports: others are neither sent nor included in a digest. With `accounts` among them the gateway accepts
 * revocations of accounts; others get a revocation for each of their subjects instead. Format 2 (`format`; absent: 1), only with `accounts`,
 * has broadcasts, and snapshots in chunks; `chunks` are the first 8 characters of the digests of chunks that the gateway has kept from an
 * interrupted snapshot and that are not sent again. The lines may be compressed (Accept-Encoding).
 */
export const followFeed = endpoint({
  method: 'GET',
  path: '/api/v1/gateways/current/feed',
  summary: 'Follow the change feed of this gateway',
  tag: 'Gateways',
  caller: 'gateway',
  query: wire({
    cursor: z.string().check(z.regex(/^\d{1,15}$/)),
    kinds: z.optional(z.string().check(z.regex(/^[a-z]{1,20}(,[a-z]{1,20}){0,19}$/))),
    format: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/))),
    chunks: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{8}(,[A-Za-z0-9_-]{8}){0,255}$/))),
  }),
  stream: true,
  status: 200,
  errors: [],
});

/**
 * Sessions of `sub` (of one `slot`, or of all when null) whose ticket was issued before `notBefore` end now. Slot 1 of an exit stands for new
 * sessions through it: the exit drains.
 */
export const revocation = wire({
  sub,
  slot: z.nullable(z.int().check(z.minimum(0), z.maximum(255))),
  notBefore: z.int(),
});

/** Returns a revocation as encoded by its schema, for lists of many thousands: at a tenth of the cost. */
export function encodeRevocation({ sub: subject, slot, notBefore }: Revocation): z.input<typeof revocation> {
  return { sub: subject, slot, not_before: notBefore };
}

/**
 * All sessions of an account whose ticket was issued before `notBefore` end now, on every gateway. `keys` are the account's keys of the weeks
 * that matter, and the revocation key of its withdrawn credential, from which a gateway derives its subjects (`subjectWith` in
 * `@comet/admission`); sessions of a withdrawn credential end regardless of the time. `change` is the cursor of the revocation.
 */
export const accountRevocation = wire({
  change: z.int(),
  keys: z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))).check(z.minLength(1), z.maxLength(64)),
  notBefore: z.int(),
});

/** The name, among the kinds of a gateway, of the support for `revoke_account`. */
export const accountsKind = 'accounts';

/** The OpenVPN secrets of one gateway, base64url; derived by the control plane for this gateway only. */
export const openvpnSecrets = z.object({
  /** The 128 bytes in OpenVPN's `tls-crypt-v2 server key` file. */
  pepper: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** The 128 bytes inside of OpenVPN's `tls-crypt-v2 server key` file. */
  tlsCryptV2ServerKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{171}$/)),
});

const publishedKeys = z
  .array(
    z.object({
      kid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
      publicKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    }),
  )
  .check(z.maxLength(8));

/** The request at the control plane that caused a change; none for a job's. For logs and traces only. */
const requestId = z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/)));

/**
 * The cursor of the broadcast before this one: only broadcasts of format 2 have it, and `gateway` is then `allGateways`. There is no
 * broadcast between the two, so that a gateway detects a missing one.
 */
const previous = z.optional(z.int());

/** The `gateway` of a line that is the same for all gateways. The ids of gateways are UUIDs. */
export const allGateways = '*';

/** SHA-256 of the bytes of a chunk, base64url. */
const digests = z.array(z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))).check(z.maxLength(4096));

/**
 * One chunk of a snapshot, sent as a line of JSON without a signature: its digest is in a signed line. A snapshot has the grants of all its
 * chunks except `withdrawn`.
 */
export const snapshotChunk = z.object({
  revocations: z.array(revocation),
  accounts: z.array(accountRevocation),
  grants: z.array(grant),
  withdrawn: z.array(id),
});

export type SnapshotChunk = z.output<typeof snapshotChunk>;

export const feedMessage = z.discriminatedUnion('type', [
  /**
   * The complete state, in `parts` consecutive lines that form one snapshot: `part` starts at 1. A grant that none of them contains is not
   * in force.
   */
  z.object({
    type: z.literal('snapshot'),
    gateway: z.string(),
    cursor: z.int(),
    part: z.int().check(z.minimum(1)),
    parts: z.int().check(z.minimum(1)),
    revocations: z.array(revocation),
    /** Missing for a gateway that does not support them. */
    accounts: z.optional(z.array(accountRevocation)),
    grants: z.array(grant),
  }),
  /** Chunks that follow and belong to snapshots of all gateways. They have no effect without a manifest. */
  z.object({ type: z.literal('chunks'), gateway: z.literal(allGateways), chunks: digests }),
  /** The complete state of this gateway: that of all these chunks, sent before or after it. */
  z.object({ type: z.literal('manifest'), gateway: z.string(), cursor: z.int(), chunks: digests }),
  z.object({
    type: z.literal('revoke'),
    gateway: z.string(),
    cursor: z.int(),
    previous,
    requestId,
    revocation,
  }),
  /**
   * Always for every gateway; in format 1 without `previous`. `withdrawn` is the account's grant of the kind `credential`, whose revocation
   * key is among the keys: its tombstone. A gateway that does not support the kind ignores it.
   */
  z.object({
    type: z.literal('revoke_account'),
    gateway: z.literal(allGateways),
    cursor: z.int(),
    previous,
    requestId,
    revocation: accountRevocation,
    withdrawn: z.optional(id),
  }),
  z.object({ type: z.literal('grant'), gateway: z.string(), cursor: z.int(), previous, requestId, grant }),
  /** The tombstone of a grant, which the gateway may never have received. */
  z.object({ type: z.literal('withdraw'), gateway: z.string(), cursor: z.int(), previous, requestId, id }),
  z.object({
    type: z.literal('keys'),
    gateway: z.string(),
    /** Increases with every change, so that an old line cannot restore old keys. */
    version: z.int(),
    ticketKeys: publishedKeys,
    feedKeys: publishedKeys,
    openvpn: openvpnSecrets,
  }),
  /**
   * Sent every 10 s, to detect drift. `digest` is the SHA-256, as base64url, of `revocationLines(all, since)` after the change `cursor`;
   * revocations older than `since` (unix seconds) affect no ticket that is still valid and may be deleted. `grants` is the `SetDigest`
   * (`@comet/admission`) of the `grantLine` of each grant in force; null between two of them. `accounts` is that of the
   * `accountRevocationLine` of each revoked account from `since` on, for gateways that support them. `at` (unix seconds) is the signing
   * time: only a recent signature proves that no newer message is withheld. `broadcast` is the last broadcast up to `cursor`, in format 2.
   * `portForwarding` changes with the reply of `showPortForwarding`, which the gateway then reads again; a heartbeat is sent at once for such
   * a change.
   */
  z.object({
    type: z.literal('heartbeat'),
    gateway: z.string(),
    cursor: z.int(),
    at: z.int(),
    since: z.int(),
    digest: z.string(),
    grants: z.nullable(z.string()),
    accounts: z.optional(z.string()),
    broadcast: z.optional(z.int()),
    portForwarding: z.optional(z.string().check(z.maxLength(100))),
  }),
]);

export type FeedMessage = z.output<typeof feedMessage>;
export type Revocation = z.output<typeof revocation>;
export type AccountRevocation = z.output<typeof accountRevocation>;
export type OpenvpnSecrets = z.output<typeof openvpnSecrets>;

/**
 * The text over which both ends hash their set of revocations: one line each, sorted. Of one `sub` and `slot` only the latest counts, and
 * none from before `since`, so that the time at which an end deletes superseded or expired ones is irrelevant.
 */
export function revocationLines(revocations: Iterable<Revocation>, since = 0): string {
  const latest = new Map<string, number>();
  for (const { sub, slot, notBefore } of revocations) {
    const whose = `${sub} ${slot ?? '*'}`;
    if (notBefore >= since) latest.set(whose, Math.max(notBefore, latest.get(whose) ?? 0));
  }
  return [...latest]
    .map(([whose, notBefore]) => `${whose} ${notBefore}`)
    .sort()
    .join('\n');
}

/** The text of a revoked account in the digest with which both ends compare their sets. */
export function accountRevocationLine({ change, keys, notBefore }: AccountRevocation): string {
  return [change, notBefore, ...keys].join(' ');
}
