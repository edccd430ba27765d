import { allGateways, feedSubjects, grantKinds } from '@comet/contract';
import type { Log } from '@comet/foundation/log';
import type { Database } from '../../../../platform/database/database.ts';
import { createSealer } from '../../../../platform/keys/seal.ts';
import { changeLine } from '../feed-lines.ts';
import { changesAfter } from '../feed-pages.store.ts';
import { anyGateway } from '../feed-wake.ts';
import type { FeedDeps } from '../follow-feed.ts';
import { advanceCursor } from '../advance-cursor.store.ts';
import type { FeedStream } from './feed-stream.ts';
import { HeartbeatLines } from './heartbeat-lines.ts';
import { LineSequencer } from './sequence-lines.ts';

/** Milliseconds after which changes are looked for without an announcement. */
const pollMs = 1_000;

export interface PublishDeps extends FeedDeps {
  readonly log: Log;
  readonly stream: FeedStream;
  /** Calls `listener` for each gateway that follows the feed over NATS, again and again, until the signal is aborted. */
  onPing(listener: (gatewayId: string) => void, signal: AbortSignal): void;
}

/**
 * Publishes the change feed: continues after the last change in the stream, with the changes that the database has after it. The stream accepts a message
 * only directly after the last one that this publisher has read or written. Another publisher makes it throw, and so does any unknown
 * outcome; the caller starts again, from the stream's end. Returns when `signal` is aborted.
 */
export async function publishFeed(deps: PublishDeps, signal: AbortSignal): Promise<void> {
  const { db, stream, wake } = deps;
  const end = await stream.end();
  let { sequence } = end;
  let cursor = end.cursor;
  if (cursor === null) {
    // The position before every change: the first read returns where the feed begins.
    cursor = await firstCursor(deps);
    sequence = await stream.append([resetAt(cursor)], sequence);
  }
  let sequencer = new LineSequencer(cursor);
  let resume: (() => void) | null = null;
  const lines = new HeartbeatLines(deps, cursor, () => resume?.());
  deps.onPing((gatewayId) => lines.ping(gatewayId), signal);
  try {
    while (!signal.aborted) {
      const seen = wake.announced(anyGateway);
      const page = await pageAfter(db, sequencer.through);
      if (page.kind === 'outdated') {
        if (page.isAhead) await advanceCursor(db, sequencer.through);
        else {
          sequence = await stream.append([resetAt(page.cursor)], sequence);
          sequencer = new LineSequencer(page.cursor);
        }
        continue;
      }
      const changes = linesOf(deps, page.changes);
      sequence = await stream.append(sequencer.messages(changes, page.cursor, lines.take()), sequence);
      lines.moveTo(page.cursor);
      if (!page.isComplete || lines.isDue) continue;
      const resumed = new AbortController();
      resume = () => resumed.abort();
      await wake.next(anyGateway, seen, pollMs, AbortSignal.any([signal, resumed.signal]));
      resume = null;
    }
  } finally {
    lines.close();
  }
}

async function firstCursor({ db }: PublishDeps): Promise<number> {
  const page = await pageAfter(db, -1);
  return page.cursor;
}

type Changes = Awaited<ReturnType<typeof changesAfter>>['changes'];

/** The changes for all gateways after a position; `outdated` where some were deleted, or the position is above the newest. */
type Page =
  | {
      readonly kind: 'changes';
      readonly changes: Changes;
      readonly cursor: number;
      readonly isComplete: boolean;
    }
  | { readonly kind: 'outdated'; readonly isAhead: boolean; readonly cursor: number };

async function pageAfter(db: Database, cursor: number): Promise<Page> {
  const { top, prunedThrough, changes, isComplete } = await changesAfter(db, cursor);
  if (cursor < prunedThrough || cursor > top) return { kind: 'outdated', isAhead: cursor > top, cursor: top };
  const through = isComplete ? top : (changes.at(-1)?.change.cursor ?? top);
  return { kind: 'changes', changes, cursor: through, isComplete };
}

const resetAt = (cursor: number) => ({
  subject: feedSubjects.reset,
  line: '',
  cursor,
  after: cursor,
  id: `reset ${cursor}`,
});

function linesOf({ keys, db }: PublishDeps, changes: Changes) {
  const source = { db, sealer: createSealer(keys.seal), kinds: grantKinds };
  return changes.flatMap(({ gatewayId, change }) => {
    // A gateway that follows the feed over NATS has this release, and its format.
    const line = changeLine(keys, { gatewayId: gatewayId ?? allGateways, format: 2 }, change, source);
    return line === null ? [] : [{ gatewayId, line: String(line), cursor: change.cursor }];
  });
}
