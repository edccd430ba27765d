import { writeReply } from '@comet/tunnel-protocol';
import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { lineDaemon } from './line-daemon.ts';
import type { Wire } from './wire.ts';

const resting: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-11-22T10:00:00.000Z' },
  account: null,
  settings: freshSettings,
  traffic: null,
};

/** A wire whose daemon side the test controls. */
function wireByHand() {
  const sent: { id: number; command: string; params: unknown }[] = [];
  let hear: (line: string) => void = () => undefined;
  let end: () => void = () => undefined;
  let answers = true;
  const later: (() => void)[] = [];
  const frames: (() => void)[] = [];
  const wire: Wire = {
    open: async (onLine, onClose) => {
      if (!answers) throw new Error('nobody listens');
      hear = onLine;
      end = onClose;
      return {
        send: async (line) => void sent.push(JSON.parse(line) as (typeof sent)[number]),
      };
    },
  };
  return {
    sent,
    parts: {
      wire,
      after: (_: number, callback: () => void) => void later.push(callback),
      drawn: (callback: () => void) => void frames.push(callback),
    },
    draw: () => {
      for (const callback of frames.splice(0)) callback();
    },
    say: (message: Parameters<typeof writeReply>[0]) => hear(writeReply(message).trimEnd()),
    hear: (line: string) => hear(line),
    garble: () => hear('{"kind":"result","id":1'),
    close: () => end(),
    refuse: (refused: boolean) => void (answers = !refused),
    passTime: () => {
      for (const callback of later.splice(0)) callback();
    },
    settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

async function opened() {
  const hand = wireByHand();
  const daemon = lineDaemon(hand.parts);
  const seen: (Snapshot | null)[] = [];
  daemon.follow((snapshot) => seen.push(snapshot));
  await hand.settled();
  hand.say({ kind: 'result', id: 1, result: resting });
  await hand.settled();
  return { hand, daemon, seen };
}

test('reports the first snapshot and each later one', async () => {
  const { hand, seen } = await opened();
  expect(hand.sent.map(({ command }) => command)).toEqual(['status.watch']);
  hand.say({ kind: 'snapshot', snapshot: { ...resting, account: { email: 'a@b.example', device: 'desk' } } });
  expect(seen.map((snapshot) => snapshot?.account?.email ?? null)).toEqual([null, 'a@b.example']);
});

test('acknowledges a numbered snapshot once, after it is drawn', async () => {
  const { hand, daemon, seen } = await opened();
  const shows = () =>
    hand.sent.filter(({ command }) => command === 'status.shown').map(({ params }) => params);
  hand.say({ kind: 'snapshot', snapshot: resting });
  daemon.shown(seen.at(-1) ?? resting);
  const ending: Snapshot = { ...resting, tunnel: { state: 'disconnecting', since: resting.tunnel.since } };
  hand.say({ kind: 'snapshot', snapshot: ending, number: 4 });
  for (let times = 0; times < 2; times += 1) daemon.shown(seen.at(-1) ?? resting);
  await hand.settled();
  expect(shows()).toEqual([]);
  hand.draw();
  await hand.settled();
  expect(shows()).toEqual([{ number: 4 }]);
});

test('matches replies to requests by id, in any order', async () => {
  const { hand, daemon } = await opened();
  const account = daemon.ask('disconnect', {});
  const lockdown = daemon.ask('lockdown.set', { on: true });
  await hand.settled();
  hand.say({ kind: 'error', id: 3, error: 'split_locked_down', detail: null });
  hand.say({ kind: 'result', id: 2, result: resting });
  expect(await account).toEqual({ ok: true, value: resting });
  expect(await lockdown).toEqual({ ok: false, error: { error: 'split_locked_down', detail: null } });
});

test('rejects a reply of an invalid shape', async () => {
  const { hand, daemon } = await opened();
  const asked = daemon.ask('disconnect', {});
  await hand.settled();
  hand.say({ kind: 'result', id: 2, result: { tunnel: { state: 'connected' } } });
  expect(await asked).toEqual({ ok: false, error: { error: 'malformed_request', detail: null } });
});

test('reports an unknown state as null in place of the previous snapshot', async () => {
  const { hand, daemon, seen } = await opened();
  expect(daemon.differs()).toBe(false);
  hand.hear(JSON.stringify({ kind: 'snapshot', snapshot: { ...resting, tunnel: { state: 'of tomorrow' } } }));
  expect([seen.at(-1), daemon.differs()]).toEqual([null, true]);
  hand.say({ kind: 'snapshot', snapshot: resting });
  expect([seen.at(-1), daemon.differs()]).toEqual([resting, false]);
  hand.garble();
  expect([seen.at(-1), daemon.differs()]).toEqual([null, true]);
});

test('an invalid reply fails its own request only', async () => {
  const { hand, daemon, seen } = await opened();
  const [one, other] = [daemon.ask('disconnect', {}), daemon.ask('resume', {})];
  await hand.settled();
  hand.hear(JSON.stringify({ kind: 'error', id: 2, error: 'of_tomorrow', detail: null }));
  hand.say({ kind: 'result', id: 3, result: resting });
  expect(await one).toMatchObject({ ok: false, error: { error: 'malformed_request' } });
  expect(await other).toEqual({ ok: true, value: resting });
  expect(seen).toEqual([resting]);
});

test('reports a daemon that rejects the protocol as a different version', async () => {
  const hand = wireByHand();
  const daemon = lineDaemon(hand.parts);
  const seen: (Snapshot | null)[] = [];
  daemon.follow((snapshot) => seen.push(snapshot));
  await hand.settled();
  hand.say({ kind: 'error', id: null, error: 'malformed_request', detail: null });
  await hand.settled();
  expect([seen, daemon.differs()]).toEqual([[null], true]);
});

test('fails pending requests when the daemon disconnects, then reconnects', async () => {
  const { hand, daemon, seen } = await opened();
  const asked = daemon.ask('disconnect', {});
  await hand.settled();
  hand.refuse(true);
  hand.close();
  expect(await asked).toEqual({ ok: false, error: { error: 'daemon_away', detail: null } });
  expect(await daemon.ask('status', {})).toEqual({
    ok: false,
    error: { error: 'daemon_away', detail: null },
  });
  hand.passTime();
  await hand.settled();
  hand.refuse(false);
  hand.passTime();
  await hand.settled();
  hand.say({ kind: 'result', id: 3, result: resting });
  await hand.settled();
  expect(seen.at(-1)).toEqual(resting);
  expect(seen.slice(1, -1).every((snapshot) => snapshot === null)).toBe(true);
});
