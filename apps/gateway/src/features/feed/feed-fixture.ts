import { generateKeyPairSync } from 'node:crypto';
import { type PublishedKey, publishKey, readSigner, signDocument } from '@comet/admission';
import { type FeedMessage, feedMessage, type Revocation } from '@comet/contract';
import * as z from 'zod/mini';
import { FeedState } from './feed-state.ts';
import { newFeedFile } from './feed.store.ts';
import { Revocations } from './revocations.ts';

export const newSigner = () =>
  readSigner(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
export const signer = newSigner();
export const keys = { ticketKeys: [publishKey(signer)], feedKeys: [publishKey(signer)] };
export const fresh = () => new FeedState('gw', newFeedFile(keys, 1_000));
export const line = (message: FeedMessage, by = signer) =>
  signDocument('feed', by, z.encode(feedMessage, message));
export const heartbeat = (
  cursor: number,
  revocations: readonly Revocation[],
  { since = 0, at = 2_000 }: { readonly since?: number; readonly at?: number } = {},
): Extract<FeedMessage, { type: 'heartbeat' }> => ({
  type: 'heartbeat',
  gateway: 'gw',
  cursor,
  at,
  since,
  digest: new Revocations(revocations).digest(since),
  grants: null,
});
const openvpn = { pepper: 'p'.repeat(43), tlsCryptV2ServerKey: 't'.repeat(171) };
export const keysMessage = (version: number, published: PublishedKey[]): FeedMessage => ({
  ...{ type: 'keys', gateway: 'gw', version, openvpn },
  ...{ ticketKeys: published, feedKeys: published },
});
export const whole = { type: 'snapshot' as const, gateway: 'gw', part: 1, parts: 1, grants: [] };
export const revoke = (cursor: number, revocation: Revocation): Extract<FeedMessage, { type: 'revoke' }> => ({
  type: 'revoke',
  gateway: 'gw',
  cursor,
  revocation,
});

export const subjectFrom = (letter: string) => letter.repeat(22);
