import { writeReply } from '@comet/tunnel-protocol';
import { freshSettings, type Snapshot } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { createDaemonClient } from './daemon-client.ts';
import { AccessDenied, type Wire } from './wire.ts';

const resting: Snapshot = {
  tunnel: { state: 'disconnected', since: '2026-11-22T10:00:00.000Z' },
  account: null,
  settings: freshSettings,
  traffic: null,
};

/** A wire whose daemon side the test controls. */
function manualWire() {
  const sent: { id: number; command: string; params: unknown }[] = [];
  let receive: (line: string) => void = () => undefined;
  let end: () => void = () => undefined;
  let refusal: Error | null = null;
  const later: (() => void)[] = [];
  const frames: (() => void)[] = [];
  const wire: Wire = {
    open: async (onLine, onClose) => {
      if (refusal !== null) throw refusal;
      receive = onLine;
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
    reply: (message: Parameters<typeof writeReply>[0]) => receive(writeReply(message).trimEnd()),
    receive: (line: string) => receive(line),
    receivePartialLine: () => receive('{"kind":"result","id":1'),
    close: () => end(),
    refuse: (why: Error | null) => void (refusal = why),
    passTime: () => {
      for (const callback of later.splice(0)) callback();
    },
    settled: () => new Promise<void>((resolve) => setImmediate(resolve)),
  };
}

async function opened() {
  const wire = manualWire();
  const daemon = createDaemonClient(wire.parts);
  const seen: (Snapshot | null)[] = [];
  daemon.follow((snapshot) => seen.push(snapshot));
  await wire.settled();
  wire.reply({ kind: 'result', id: 1, result: resting });
  await wire.settled();
  return { wire, daemon, seen };
}

test('reports the first snapshot and each later one', async () => {
  const { wire, seen } = await opened();
  expect(wire.sent.map(({ command }) => command)).toEqual(['status.watch']);
  wire.reply({
    kind: 'snapshot',
    snapshot: { ...resting, account: { email: 'a@b.example', device: 'desk' } },
  });
  expect(seen.map((snapshot) => snapshot?.account?.email ?? null)).toEqual([null, 'a@b.example']);
});

test('acknowledges a numbered snapshot once, after it is drawn', async () => {
  const { wire, daemon, seen } = await opened();
  const shows = () =>
    wire.sent.filter(({ command }) => command === 'status.shown').map(({ params }) => params);
  wire.reply({ kind: 'snapshot', snapshot: resting });
  daemon.shown(seen.at(-1) ?? resting);
  const ending: Snapshot = { ...resting, tunnel: { state: 'disconnecting', since: resting.tunnel.since } };
  wire.reply({ kind: 'snapshot', snapshot: ending, number: 4 });
  for (let times = 0; times < 2; times += 1) daemon.shown(seen.at(-1) ?? resting);
  await wire.settled();
  expect(shows()).toEqual([]);
  wire.draw();
  await wire.settled();
  expect(shows()).toEqual([{ number: 4 }]);
});

test('matches replies to requests by id, in any order', async () => {
  const { wire, daemon } = await opened();
  const disconnect = daemon.send('disconnect', {});
  const lockdown = daemon.send('lockdown.set', { on: true });
  await wire.settled();
  wire.reply({ kind: 'error', id: 3, error: 'split_locked_down', detail: null });
  wire.reply({ kind: 'result', id: 2, result: resting });
  expect(await disconnect).toEqual({ ok: true, value: resting });
  expect(await lockdown).toEqual({ ok: false, error: { error: 'split_locked_down', detail: null } });
});

test('rejects a reply of an invalid shape', async () => {
  const { wire, daemon } = await opened();
  const reply = daemon.send('disconnect', {});
  await wire.settled();
  wire.reply({ kind: 'result', id: 2, result: { tunnel: { state: 'connected' } } });
  expect(await reply).toEqual({ ok: false, error: { error: 'malformed_request', detail: null } });
});

test('reports an unknown state as null in place of the previous snapshot', async () => {
  const { wire, daemon, seen } = await opened();
  expect(daemon.trouble()).toBeNull();
  wire.receive(
    JSON.stringify({ kind: 'snapshot', snapshot: { ...resting, tunnel: { state: 'of tomorrow' } } }),
  );
  expect([seen.at(-1), daemon.trouble()]).toEqual([null, 'differs']);
  wire.reply({ kind: 'snapshot', snapshot: resting });
  expect([seen.at(-1), daemon.trouble()]).toEqual([resting, null]);
  wire.receivePartialLine();
  expect([seen.at(-1), daemon.trouble()]).toEqual([null, 'differs']);
});

test('an invalid reply fails its own request only', async () => {
  const { wire, daemon, seen } = await opened();
  const [one, other] = [daemon.send('disconnect', {}), daemon.send('resume', {})];
  await wire.settled();
  wire.receive(JSON.stringify({ kind: 'error', id: 2, error: 'of_tomorrow', detail: null }));
  wire.reply({ kind: 'result', id: 3, result: resting });
  expect(await one).toMatchObject({ ok: false, error: { error: 'malformed_request' } });
  expect(await other).toEqual({ ok: true, value: resting });
  expect(seen).toEqual([resting]);
});

test('reports a daemon that rejects the protocol as a different version', async () => {
  const wire = manualWire();
  const daemon = createDaemonClient(wire.parts);
  const seen: (Snapshot | null)[] = [];
  daemon.follow((snapshot) => seen.push(snapshot));
  await wire.settled();
  wire.reply({ kind: 'error', id: null, error: 'malformed_request', detail: null });
  await wire.settled();
  expect([seen, daemon.trouble()]).toEqual([[null], 'differs']);
});

test('distinguishes a daemon that refuses this user from one that does not listen', async () => {
  const wire = manualWire();
  wire.refuse(new AccessDenied());
  const daemon = createDaemonClient(wire.parts);
  await wire.settled();
  expect(daemon.trouble()).toBe('denied');
  wire.refuse(new Error('the daemon does not listen'));
  wire.passTime();
  await wire.settled();
  expect(daemon.trouble()).toBeNull();
});

test('fails pending requests when the daemon disconnects, then reconnects', async () => {
  const { wire, daemon, seen } = await opened();
  const reply = daemon.send('disconnect', {});
  await wire.settled();
  wire.refuse(new Error('the daemon does not listen'));
  wire.close();
  expect(await reply).toEqual({ ok: false, error: { error: 'daemon_away', detail: null } });
  expect(await daemon.send('status', {})).toEqual({
    ok: false,
    error: { error: 'daemon_away', detail: null },
  });
  wire.passTime();
  await wire.settled();
  wire.refuse(null);
  wire.passTime();
  await wire.settled();
  wire.reply({ kind: 'result', id: 3, result: resting });
  await wire.settled();
  expect(seen.at(-1)).toEqual(resting);
  expect(seen.slice(1, -1).every((snapshot) => snapshot === null)).toBe(true);
});
