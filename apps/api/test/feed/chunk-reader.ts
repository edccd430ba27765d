import { createHash } from 'node:crypto';
import {
  type AccountRevocation,
  type FeedMessage,
  type Grant,
  grantKinds,
  type Revocation,
  snapshotChunk,
} from '@comet/contract';
import { type FeedDeps, followFeed } from '../../src/features/gateways/feed/follow-feed.ts';
import type { StreamLine } from '../../src/platform/http/requests/line-stream.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';
import { messageOf } from './open-streams.ts';

/** What a gateway received in one stream of format 2. */
export interface ReceivedSnapshot {
  readonly lines: readonly StreamLine[];
  readonly messages: readonly FeedMessage[];
  /** The received chunks by digest. */
  readonly chunks: ReadonlyMap<string, string>;
}

/** Follows a gateway's feed in format 2 until `enough` returns true for a message. `kept`: digests of kept chunks. */
export async function readChunks(
  under: ApiUnderTest,
  deps: FeedDeps,
  from: { readonly gatewayId: string; readonly cursor?: number; readonly kept?: readonly string[] },
  enough: (message: FeedMessage) => boolean = ({ type }) => type === 'heartbeat',
): Promise<ReceivedSnapshot> {
  const stop = new AbortController();
  const lines: StreamLine[] = [];
  const messages: FeedMessage[] = [];
  const chunks = new Map<string, string>();
  const kept = (from.kept ?? []).map((digest) => digest.slice(0, 8));
  const supported = { kinds: grantKinds, takesAccounts: true, format: 2 as const };
  const follower = { cursor: 0, ...from, ...supported, kept };
  for await (const line of followFeed(deps, follower, stop.signal)) {
    lines.push(line);
    const text = String(line);
    if (text.startsWith('{')) {
      chunks.set(createHash('sha256').update(text).digest('base64url'), text);
      continue;
    }
    const message = messageOf(under, text);
    messages.push(message);
    if (enough(message)) stop.abort();
  }
  return { lines, messages, chunks };
}

/** Returns the state that the last manifest of a stream describes. Throws if a chunk is missing. */
export function stateOf(
  { messages, chunks }: ReceivedSnapshot,
  kept: ReadonlyMap<string, string> = new Map(),
): {
  readonly cursor: number;
  readonly grants: readonly Grant[];
  readonly revocations: readonly Revocation[];
  readonly accounts: readonly AccountRevocation[];
} {
  const manifest = messages.findLast((message) => message.type === 'manifest');
  if (manifest === undefined) throw new Error('There is no manifest');
  const parts = manifest.chunks.map((digest) => {
    const text = chunks.get(digest) ?? kept.get(digest);
    if (text === undefined) throw new Error(`Chunk ${digest} is missing`);
    return snapshotChunk.parse(JSON.parse(text));
  });
  const withdrawn = new Set(parts.flatMap((part) => part.withdrawn));
  return {
    cursor: manifest.cursor,
    grants: parts.flatMap(({ grants }) => grants.filter(({ id }) => !withdrawn.has(id))),
    revocations: parts.flatMap(({ revocations }) => revocations),
    accounts: parts.flatMap(({ accounts }) => accounts),
  };
}
