import { expect, test } from 'vitest';
import { openFeed } from './open-feed.ts';

const signal = new AbortController().signal;

/** A feed whose lines are `http`, or `nats` at each opening; `heartbeat` lines count as accepted. */
function feedOf(
  openings: {
    http: (() => AsyncIterable<string>)[];
    nats: (readonly string[] | string)[];
  },
  returnMs = 30_000,
) {
  const state = { cursor: 7, receivedAt: 0 };
  const calls: string[] = [];
  let now = 0;
  const open = openFeed({
    state,
    http(cursor) {
      calls.push(`http ${cursor}`);
      return openings.http.shift()?.() ?? lines();
    },
    nats(cursor) {
      calls.push(`nats ${cursor}`);
      const opened = openings.nats.shift() ?? 'none';
      return Promise.resolve(typeof opened === 'string' ? opened : lines(...opened));
    },
    onNats: ({ refused }) => void (refused !== null && calls.push(`refused: ${refused}`)),
    returnMs,
    now: () => now,
  });
  return {
    state,
    calls,
    wait: (milliseconds: number) => void (now += milliseconds),
    /** Applies the lines of one stream, and returns them. */
    async read(cursor: number): Promise<string[]> {
      const read: string[] = [];
      try {
        for await (const line of open(cursor, signal, [])) {
          read.push(line);
          if (line.startsWith('heartbeat')) state.receivedAt += 1;
        }
      } catch (error) {
        read.push(String(error));
      }
      return read;
    },
  };
}

async function* lines(...all: readonly string[]): AsyncGenerator<string> {
  yield* all;
}

async function* failing(...all: readonly string[]): AsyncGenerator<string> {
  yield* all;
  throw new Error('unreachable');
}

test('continues over NATS after the first heartbeat over HTTP', async () => {
  const feed = feedOf({
    http: [() => lines('keys', 'change', 'heartbeat', 'never read')],
    nats: [['keys', 'over NATS']],
  });
  expect(await feed.read(0)).toEqual(['keys', 'change', 'heartbeat', 'keys', 'over NATS']);
  expect(feed.calls).toEqual(['http 0', 'nats 7']);
});

test('stays on HTTP after a refusal, and returns after a while', async () => {
  const feed = feedOf({
    http: [() => lines('heartbeat 1', 'heartbeat 2'), () => lines('heartbeat 3', 'change')],
    nats: ['outdated', ['over NATS']],
  });
  expect(await feed.read(7)).toEqual(['heartbeat 1', 'heartbeat 2']);
  expect(feed.calls).toEqual(['http 7', 'nats 7', 'refused: outdated']);
  feed.wait(30_000);
  expect(await feed.read(7)).toEqual(['heartbeat 3', 'over NATS']);
});

test('a lost stream continues over HTTP, and directly over NATS while HTTP fails', async () => {
  const feed = feedOf({
    http: [() => lines('heartbeat'), () => failing(), () => failing()],
    nats: [['one'], ['two'], 'none'],
  });
  expect(await feed.read(7)).toEqual(['heartbeat', 'one']);
  expect(await feed.read(7)).toEqual(['Error: unreachable']);
  expect(await feed.read(7)).toEqual(['two']);
  expect(await feed.read(7)).toEqual(['Error: unreachable']);
  expect(feed.calls).toEqual(['http 7', 'nats 7', 'http 7', 'nats 7', 'http 7']);
});

test('requests a snapshot over HTTP only', async () => {
  const feed = feedOf({ http: [() => failing(), () => lines('snapshot')], nats: [['never']] });
  await feed.read(0);
  expect(await feed.read(0)).toEqual(['snapshot']);
  expect(feed.calls).toEqual(['http 0', 'http 0']);
});
