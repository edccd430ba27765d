import { type Grant, grant, openvpnSecrets, sharedKinds } from '@comet/contract';
import * as z from 'zod/mini';

const publishedKey = z.object({ kid: z.string(), publicKey: z.string() });
const revocation = z.object({ sub: z.string(), slot: z.nullable(z.int()), notBefore: z.int() });
const account = z.object({ change: z.int(), keys: z.array(z.string()), notBefore: z.int() });

/**
 * The feed's state, saved for a restart. It names no customer, only pseudonyms: revocations, keys of revoked accounts, and the admitted keys
 * and hashed credentials. A file of an earlier version lacks later fields, which the next snapshot fills.
 */
export const feedFile = z.object({
  version: z.literal(1),
  cursor: z.int(),
  /** The cursor up to which all broadcasts are applied; null in a file of an earlier version, for that of `cursor`. */
  broadcast: z._default(z.nullable(z.int()), null),
  /** Unix seconds: when the control plane signed the last heartbeat. */
  receivedAt: z.int(),
  revocations: z.array(revocation),
  /** Revoked accounts, with their disclosed keys. */
  accounts: z._default(z.array(account), []),
  grants: z._default(z.array(grant), []),
  /** The grants of the kinds of all gateways (`sharedKinds`), which the release before does not read: it starts without them after a downgrade. */
  credentials: z._default(z.array(grant), []),
  /** 0 before the first document about keys. */
  keysVersion: z._default(z.int(), 0),
  ticketKeys: z.array(publishedKey),
  feedKeys: z.array(publishedKey),
  openvpn: z._default(z.nullable(openvpnSecrets), null),
});

export type FeedFile = z.output<typeof feedFile>;

/** The changes of the feed since the previous save, in their order. A changed key or a snapshot is saved as a whole file. */
export const feedChange = z.object({
  cursor: z.int(),
  broadcast: z._default(z.nullable(z.int()), null),
  receivedAt: z.int(),
  changes: z.array(
    z.union([
      z.object({ revocation }),
      z.object({ account }),
      z.object({ grant }),
      z.object({ withdraw: z.string() }),
    ]),
  ),
});

export type FeedChange = z.output<typeof feedChange>;

/** Returns the file with the changes applied. A change that it contains already is harmless. */
export function replayFeed(file: FeedFile, saved: readonly FeedChange[]): FeedFile {
  const grants = new Map<string, Grant>(grantsIn(file).map((one) => [one.id, one]));
  const revocations = [...file.revocations];
  const accounts = [...file.accounts];
  for (const change of saved.flatMap(({ changes }) => changes)) {
    if ('revocation' in change) revocations.push(change.revocation);
    else if ('account' in change) accounts.push(change.account);
    else if ('withdraw' in change) grants.delete(change.withdraw);
    else if (!grants.has(change.grant.id)) grants.set(change.grant.id, change.grant);
  }
  const { cursor, broadcast, receivedAt } = saved.at(-1) ?? file;
  return { ...file, cursor, broadcast, receivedAt, revocations, accounts, ...splitGrants(grants.values()) };
}

/** Returns all grants of a file. */
export function grantsIn({
  grants,
  credentials,
}: Pick<FeedFile, 'grants' | 'credentials'>): readonly Grant[] {
  return [...grants, ...credentials];
}

/** Returns grants as the fields of a file. */
export function splitGrants(grants: Iterable<Grant>): Pick<FeedFile, 'grants' | 'credentials'> {
  const parts: Pick<FeedFile, 'grants' | 'credentials'> = { grants: [], credentials: [] };
  for (const one of grants) parts[Object.hasOwn(sharedKinds, one.kind) ? 'credentials' : 'grants'].push(one);
  return parts;
}

/**
 * Returns the file of a gateway whose saved changes are damaged: revocations may be missing, so that it accepts no one until a snapshot
 * and a heartbeat have arrived. It keeps the cursor, below which a snapshot is refused.
 */
export function withoutDamagedState(file: FeedFile): FeedFile {
  return { ...file, receivedAt: 0, revocations: [], accounts: [], grants: [], credentials: [] };
}

/** Returns the file of a gateway enrolled at `now` (unix seconds), before the first line of the feed. */
export function newFeedFile(keys: Pick<FeedFile, 'ticketKeys' | 'feedKeys'>, now: number): FeedFile {
  const nothing = {
    revocations: [],
    accounts: [],
    grants: [],
    credentials: [],
    keysVersion: 0,
    openvpn: null,
  };
  return { version: 1, cursor: 0, broadcast: null, receivedAt: now, ...nothing, ...keys };
}
