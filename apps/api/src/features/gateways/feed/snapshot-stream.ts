import { SetDigest } from '@comet/admission';
import { allGateways, grantLine } from '@comet/contract';
import { type StreamLine, SharedLine } from '../../../platform/http/requests/line-stream.ts';
import type { Keys } from '../../../platform/keys/keys.ts';
import { feedLine } from './feed-lines.ts';
import type { FeedReader } from './feed-reader.ts';
import type { FollowedGateway } from './followed-gateway.ts';
import type { GrantSource } from './read-feed.store.ts';
import type { SharedPart } from './shared-grants.ts';
import { ownPartOf } from './shared-grants.store.ts';
import { type Chunk, chunksOfPart } from './snapshot-chunks.ts';

interface SnapshotRequest {
  readonly keys: Pick<Keys, 'feeds'>;
  readonly feedReader: FeedReader;
  readonly source: GrantSource;
  readonly gatewayId: string;
  /** The first characters of the digests of chunks that the gateway has kept. */
  readonly kept: ReadonlySet<string>;
  readonly signal: AbortSignal;
  since(): number;
  /** Waits for a read, and keeps the stream alive meanwhile. */
  wait<T>(work: Promise<T>): AsyncGenerator<StreamLine, T>;
}

/** Characters of a digest in a request. */
const nameLength = 8;

/** The announcements of a version, by signing key and kinds: the same bytes for all gateways. */
const announcements = new WeakMap<SharedPart, Map<string, SharedLine>>();

/**
 * Yields a snapshot of format 2: the chunks that all gateways share, which are made once, then those of this gateway. A consumer that reads
 * slowly holds one shared chunk, or its own part. Returns the cursor of the snapshot, and passes its state to `gateway`.
 */
export async function* snapshotInChunks(
  request: SnapshotRequest,
  gateway: FollowedGateway,
): AsyncGenerator<StreamLine, number> {
  const { keys, feedReader, source, gatewayId, signal, since, wait } = request;
  const kept = new Set(request.kept);
  function* missing(chunks: readonly Chunk[]) {
    for (const { digest, line } of chunks) {
      const name = digest.slice(0, nameLength);
      if (!kept.has(name)) yield line;
      kept.add(name);
    }
  }
  for (let outdated: SharedPart | null = null; ; ) {
    const shared: SharedPart = yield* wait(feedReader.shared.partAfter(outdated, source, since()));
    const chunks = shared.chunksFor(source.kinds);
    if (chunks.length > 0) yield announcementOf(keys, shared, source.kinds.join(','), chunks);
    yield* missing(chunks);
    const release = yield* wait(feedReader.reserve(signal));
    try {
      const part = yield* wait(feedReader.large(signal, () => makeOwnPart(request, gateway, shared)));
      if (part === null) {
        outdated = shared;
        continue;
      }
      const { cursor } = part;
      const digests = [...chunks, ...part.chunks].map(({ digest }) => digest);
      yield feedLine(keys, { type: 'manifest', gateway: gatewayId, cursor, chunks: digests });
      yield* missing(part.chunks);
      return cursor;
    } finally {
      release();
    }
  }
}

/**
 * Reads a gateway's own part and passes its state to `gateway`; null if `shared` is too old. Returns the chunks alone: a slow gateway would
 * otherwise keep the rows in memory, which take several times as much.
 */
async function makeOwnPart(
  { source, gatewayId, since }: SnapshotRequest,
  gateway: FollowedGateway,
  shared: SharedPart,
): Promise<{ readonly cursor: number; readonly chunks: readonly Chunk[] } | null> {
  const part = await ownPartOf(source, gatewayId, { since: since(), sharedCursor: shared.cursor });
  if (part === null) return null;
  const { cursor } = part;
  gateway.replace({ cursor, revocations: [...shared.revocations, ...part.revocations] });
  const own = part.grants.slice(0, part.grants.length - part.shared);
  gateway.recordGrants(source.kinds.join(','), cursor, new SetDigest(own.map(grantLine)));
  return { cursor, chunks: await chunksOfPart(part) };
}

function announcementOf(
  keys: Pick<Keys, 'feeds'>,
  shared: SharedPart,
  kinds: string,
  chunks: readonly Chunk[],
): SharedLine {
  const made = announcements.get(shared) ?? new Map<string, SharedLine>();
  announcements.set(shared, made);
  const variant = `${keys.feeds.current.kid} ${kinds}`;
  const digests = chunks.map(({ digest }) => digest);
  const line =
    made.get(variant) ??
    SharedLine.uncompressed(feedLine(keys, { type: 'chunks', gateway: allGateways, chunks: digests }));
  made.set(variant, line);
  return line;
}
