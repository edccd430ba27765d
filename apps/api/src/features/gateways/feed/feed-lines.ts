import { createHash } from 'node:crypto';
import { publishKey, signDocument } from '@comet/admission';
import { allGateways, type FeedMessage, feedMessage } from '@comet/contract';
import * as z from 'zod/mini';
import { SharedLine, type StreamLine } from '../../../platform/http/requests/line-stream.ts';
import type { Keys, SignerPair } from '../../../platform/keys/keys.ts';
import { openvpnSecretsOf } from '../openvpn-secrets.ts';
import { type Change, changeFor, type StoredChange } from './feed-pages.store.ts';
import type { FeedSnapshot, GrantSource } from './read-feed.store.ts';

type FeedKeys = Pick<Keys, 'tickets' | 'feeds' | 'openvpn'>;

/** Returns a message as a signed line of the feed. */
export function feedLine({ feeds }: Pick<Keys, 'feeds'>, message: FeedMessage): string {
  return signDocument('feed', feeds.current, onWire(message));
}

/** Encodes a message for the wire. Grants need no conversion: encoding ten thousand of them one by one takes a quarter of a second. */
function onWire(message: FeedMessage): unknown {
  if (message.type !== 'snapshot') return z.encode(feedMessage, message);
  return { ...z.encode(feedMessage, { ...message, grants: [] }), grants: message.grants };
}

/** The lines of each change: streams of one gateway share them, and those of a broadcast all streams of its format. */
const linesOfChanges = new WeakMap<StoredChange, Map<string, StreamLine | null>>();

/** A gateway and the format of its feed: in format 1 a broadcast is signed for each gateway, except a revocation of an account. */
export interface Recipient {
  readonly gatewayId: string;
  readonly format: 1 | 2;
}

/** Returns the line of a change for a gateway; null for a change that no longer has any effect. */
export function changeLine(
  keys: Pick<Keys, 'feeds'>,
  { gatewayId, format }: Recipient,
  change: StoredChange,
  source: Pick<GrantSource, 'sealer' | 'kinds'>,
): StreamLine | null {
  const lines = linesOfChanges.get(change) ?? new Map<string, StreamLine | null>();
  linesOfChanges.set(change, lines);
  const isForAll = change.accountRevocation !== null || (change.previous !== null && format === 2);
  const gateway = isForAll ? allGateways : gatewayId;
  const isSupported = change.grant === null || source.kinds.includes(change.grant.kind);
  const variant = `${keys.feeds.current.kid} ${isSupported} ${format} ${gateway}`;
  const made = lines.get(variant);
  if (made !== undefined) return made;
  // Format 1 has no order of broadcasts.
  const line = makeLine(keys, gateway, format === 2 ? change : { ...change, previous: null }, source);
  lines.set(variant, line);
  return line;
}

function makeLine(
  keys: Pick<Keys, 'feeds'>,
  gateway: string,
  change: StoredChange,
  source: Pick<GrantSource, 'sealer' | 'kinds'>,
): StreamLine | null {
  const message = changeFor(change, source);
  if (message === null) return null;
  const line = feedLine(keys, addressed(message, gateway));
  return gateway === allGateways ? SharedLine.uncompressed(line) : line;
}

function addressed(change: Change, gateway: string): FeedMessage {
  return change.type === 'revoke_account' ? { ...change, gateway: allGateways } : { ...change, gateway };
}

interface Published {
  readonly ticketKeys: ReturnType<typeof publishedKeys>;
  readonly feedKeys: ReturnType<typeof publishedKeys>;
  /** SHA-256 of all keys that are sent, as base64url. */
  readonly hash: string;
}

const published = new WeakMap<FeedKeys, Published>();

/** Returns the public keys that are sent to gateways, computed once. */
export function publishedBy(keys: FeedKeys): Published {
  const known = published.get(keys);
  if (known !== undefined) return known;
  const sent = { ticketKeys: publishedKeys(keys.tickets), feedKeys: publishedKeys(keys.feeds) };
  // Secrets enter the hash through those derived for an empty gateway id, which no gateway uses.
  const content = JSON.stringify({ ...sent, openvpn: openvpnSecretsOf(keys.openvpn, '') });
  const made = { ...sent, hash: createHash('sha256').update(content).digest('base64url') };
  published.set(keys, made);
  return made;
}

/** Returns the message of the current keys for a gateway; `version` is that of their hash. */
export function keysMessage(keys: FeedKeys, gateway: string, version: number): FeedMessage {
  const { ticketKeys, feedKeys } = publishedBy(keys);
  const openvpn = openvpnSecretsOf(keys.openvpn, gateway);
  return { type: 'keys', gateway, version, ticketKeys, feedKeys, openvpn };
}

/** Returns the public keys that verify documents of this signer now and after its next rotation. */
export function publishedKeys(pair: SignerPair): { kid: string; publicKey: string }[] {
  return [publishKey(pair.current), publishKey(pair.next)];
}

/** A part of a snapshot stays far below the maximum document size, and its verification does not block a gateway noticeably. */
const inOnePart = { grants: 1_000, revocations: 5_000, accounts: 2_000 };

/** Yields a snapshot as messages of limited size. */
export function* snapshotParts(
  gateway: string,
  { cursor, revocations, accounts, grants }: FeedSnapshot,
): Generator<FeedMessage> {
  const parts = Math.max(
    1,
    Math.ceil(grants.length / inOnePart.grants),
    Math.ceil(revocations.length / inOnePart.revocations),
    Math.ceil((accounts?.length ?? 0) / inOnePart.accounts),
  );
  const piece = <T>(all: readonly T[], part: number, size: number) =>
    all.slice((part - 1) * size, part * size);
  for (let part = 1; part <= parts; part += 1) {
    yield {
      type: 'snapshot',
      gateway,
      cursor,
      part,
      parts,
      revocations: piece(revocations, part, inOnePart.revocations),
      ...(accounts === undefined ? {} : { accounts: piece(accounts, part, inOnePart.accounts) }),
      grants: piece(grants, part, inOnePart.grants),
    };
  }
}
