import { expect, test } from 'vitest';
import { openFeed } from './open-feed.ts';

const signal = new AbortController().signal;

/** A feed whose lines are `http`, or `nats` at each opening; `heartbeat` lines count as accepted. */
function feedOf(
  openings: {
    http: (() => AsyncIterable<string>)[];
    nats: (readonly string[] | string | Promise<readonly string[] | string>)[];
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
    async nats(until) {
      calls.push(`nats ${state.cursor}`);
      until.addEventListener('abort', () => calls.push('closed'));
      const opened = await (openings.nats.shift() ?? 'none');
      return typeof opened === 'string' ? opened : lines(...opened);
    },
    onNats: ({ refused }) => void (refused !== null && calls.push(`refused: ${refused}`)),
    returnMs,
    now: () => now,
  });
  return {
    ...{ state, calls, open },
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
    http: [() => lines('keys', 'change', 'heartbeat', 'meanwhile', 'never read')],
    nats: [['keys', 'over NATS']],
  });
  expect(await feed.read(0)).toEqual(['keys', 'change', 'heartbeat', 'meanwhile', 'keys', 'over NATS']);
  expect(feed.calls).toEqual(['http 0', 'nats 7', 'closed']);
});

test('lines over HTTP go on while NATS is opened, which is tried once', async () => {
  const opened = Promise.withResolvers<string>();
  const feed = feedOf({
    http: [
      async function* http() {
        yield* lines('heartbeat 1', 'change', 'heartbeat 2');
        opened.resolve('unreachable');
      },
    ],
    nats: [opened.promise],
  });
  expect(await feed.read(7)).toEqual(['heartbeat 1', 'change', 'heartbeat 2']);
  expect(feed.calls).toEqual(['http 7', 'nats 7', 'refused: unreachable', 'closed']);
});

test('an error of the opening is a refusal, and the lines over HTTP go on', async () => {
  const feed = feedOf({
    http: [() => lines('heartbeat', 'change', 'more')],
    nats: [Promise.reject(new Error('broken'))],
  });
  expect(await feed.read(7)).toEqual(['heartbeat', 'change', 'more']);
  expect(feed.calls).toEqual(['http 7', 'nats 7', 'refused: broken', 'closed']);
});

test('a stream over HTTP that is lost while NATS is opened continues over NATS', async () => {
  const feed = feedOf({ http: [() => failing('heartbeat')], nats: [['over NATS']] });
  expect(await feed.read(7)).toEqual(['heartbeat', 'over NATS']);
});

test('an end before the first line over NATS closes it', async () => {
  const feed = feedOf({ http: [() => lines('heartbeat', 'change', 'more')], nats: [['never read']] });
  for await (const line of feed.open(7, signal, [])) {
    if (line === 'heartbeat') feed.state.receivedAt += 1;
    if (line === 'change') break;
  }
  expect(feed.calls).toEqual(['http 7', 'nats 7', 'closed']);
});

test('stays on HTTP after a refusal, and returns after a while', async () => {
  const feed = feedOf({
    http: [() => lines('heartbeat 1', 'heartbeat 2'), () => lines('heartbeat 3', 'change')],
    nats: ['outdated', ['over NATS']],
  });
  expect(await feed.read(7)).toEqual(['heartbeat 1', 'heartbeat 2']);
  expect(feed.calls).toEqual(['http 7', 'nats 7', 'refused: outdated', 'closed']);
  feed.wait(30_000);
  expect(await feed.read(7)).toEqual(['heartbeat 3', 'change', 'over NATS']);
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
  expect(feed.calls.filter((call) => call !== 'closed')).toEqual([
    'http 7',
    'nats 7',
    'http 7',
    'nats 7',
    'http 7',
  ]);
});

test('requests a snapshot over HTTP only', async () => {
  const feed = feedOf({ http: [() => failing(), () => lines('snapshot')], nats: [['never']] });
  await feed.read(0);
  expect(await feed.read(0)).toEqual(['snapshot']);
  expect(feed.calls).toEqual(['http 0', 'http 0']);
});
