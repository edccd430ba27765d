import { silentLog } from '@comet/foundation/log';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { State } from '../tunnel/state.ts';
import { createSessionRecorder } from './session-recorder.ts';
import { noStatistics, type Statistics } from './statistics.ts';

const connected = (location = 'nl-ams', variant?: string): State =>
  ({
    kind: 'connected',
    session: {
      ...(variant === undefined ? { protocol: 'wireguard' } : { protocol: 'openvpn', variant }),
      gateway: { place: { location } },
    },
  }) as unknown as State;
const disconnected = { kind: 'disconnected' } as unknown as State;

function setUp(stored: Statistics = noStatistics) {
  const disk = { stored, reads: 0, writes: 0, fails: false, isUnreadable: false };
  const settings = { ...freshSettings, dataBudget: null as number | null };
  const time = { now: new Date('2026-11-30T12:00:00Z') };
  const timers: (() => void)[] = [];
  const alerts: (number | undefined)[] = [];
  const create = () =>
    createSessionRecorder({
      store: {
        read: () => {
          disk.reads += 1;
          return disk.isUnreadable ? Promise.reject(new Error('EIO')) : Promise.resolve(disk.stored);
        },
        write: (statistics) => {
          if (disk.fails) return Promise.reject(new Error('the disk is full'));
          disk.writes += 1;
          disk.stored = structuredClone(statistics);
          return Promise.resolve();
        },
        forget: () => {
          if (disk.fails) return Promise.reject(new Error('the disk is read-only'));
          disk.stored = noStatistics;
          return Promise.resolve();
        },
      },
      settings: () => settings,
      clock: { now: () => time.now },
      after: (_, callback) => {
        timers.push(callback);
        return () => void timers.splice(timers.indexOf(callback), 1);
      },
      onAlert: () => void alerts.push(recorder.alert()?.percent),
      log: silentLog,
    });
  const recorder: ReturnType<typeof createSessionRecorder> = create();
  const pass = (seconds: number) => void (time.now = new Date(time.now.getTime() + seconds * 1000));
  const traffic = (rxBytes: number, txBytes = 0) =>
    recorder.onTraffic({ rxBytes, txBytes, lastHandshake: null });
  return { disk, settings, timers, alerts, recorder, pass, traffic };
}

test('records a session with location, transport and bytes, and nothing else', async () => {
  const { disk, recorder, pass, traffic } = setUp();
  recorder.onState(connected());
  traffic(100, 10);
  pass(60);
  traffic(300, 30);
  recorder.onState(disconnected);
  recorder.onState(connected('jp-tyo', 'tls'));
  traffic(5);
  await recorder.close();
  expect(disk.stored.sessions).toEqual([
    {
      location: 'nl-ams',
      transport: 'wireguard',
      startedAt: '2026-11-30T12:00:00.000Z',
      endedAt: '2026-11-30T12:01:00.000Z',
      received: 300,
      sent: 30,
    },
    expect.objectContaining({ location: 'jp-tyo', transport: 'openvpn/tls', received: 5 }),
  ]);
  expect(disk.stored.months).toEqual([{ month: '2026-11', sessions: 2, received: 305, sent: 30 }]);
});

test('writes at most once a minute, and at the end of a session', async () => {
  const { disk, timers, recorder, traffic } = setUp();
  recorder.onState(connected());
  for (let bytes = 1; bytes < 50; bytes += 1) traffic(bytes);
  await recorder.current();
  expect([disk.writes, timers.length]).toEqual([0, 1]);
  timers.shift()?.();
  await recorder.current();
  expect(disk).toMatchObject({ writes: 1, stored: { open: { received: 49 } } });
  // The same tunnel again, as after a renewal, is no end.
  recorder.onState(connected());
  await recorder.current();
  expect(disk.writes).toBe(1);
  recorder.onState(disconnected);
  await recorder.current();
  expect(disk).toMatchObject({ writes: 2, stored: { open: null, sessions: [{ received: 49 }] } });
});

test('after a crash closes the open session, and counts only what a surviving device adds', async () => {
  const first = setUp();
  first.recorder.onState(connected());
  first.traffic(1000, 100);
  await first.recorder.current();
  first.timers.shift()?.();
  await first.recorder.current();
  const second = setUp(first.disk.stored);
  second.recorder.onState(connected());
  second.traffic(1200, 100);
  second.traffic(1300, 100);
  await second.recorder.close();
  expect(second.disk.stored.sessions.map(({ received, sent }) => [received, sent])).toEqual([
    [1000, 100],
    [300, 0],
  ]);
  const third = setUp(first.disk.stored);
  third.recorder.onState(connected());
  third.traffic(20, 5);
  await third.recorder.close();
  expect(third.disk.stored.months).toEqual([{ month: '2026-11', sessions: 2, received: 1020, sent: 105 }]);
});

test('off records nothing, ends a running session, and keeps what there is', async () => {
  const { disk, settings, recorder, traffic } = setUp();
  recorder.onState(connected());
  traffic(100);
  await recorder.current();
  settings.statistics = false;
  traffic(500);
  await recorder.current();
  expect(disk.stored).toMatchObject({ open: null, sessions: [{ received: 100 }] });
  const before = disk.stored;
  recorder.onState(disconnected);
  recorder.onState(connected('jp-tyo'));
  traffic(700);
  await recorder.current();
  expect(disk.stored).toEqual(before);
  // On again while connected: what passed before does not count.
  settings.statistics = true;
  traffic(900);
  traffic(950);
  await recorder.close();
  expect(disk.stored.sessions.map(({ received }) => received)).toEqual([100, 50]);
});

test('alerts once at 80 % and once at 100 % of a month', async () => {
  const { settings, alerts, recorder, pass, traffic } = setUp();
  settings.dataBudget = 1000;
  recorder.onState(connected());
  for (const bytes of [500, 799, 800, 900, 999, 1000, 2000]) traffic(bytes);
  await recorder.current();
  expect(alerts).toEqual([80, 100]);
  // December begins without an alert.
  pass(24 * 3600);
  expect(recorder.alert()).toBeNull();
  traffic(2100);
  traffic(2850);
  await recorder.current();
  expect(alerts).toEqual([80, 100, undefined, 80]);
});

test('forgets everything, and records a connected tunnel anew from then', async () => {
  const { disk, recorder, traffic } = setUp();
  recorder.onState(connected());
  traffic(100);
  expect(await recorder.forget()).toBe(true);
  expect(disk.stored).toEqual(noStatistics);
  traffic(130);
  await recorder.close();
  expect(disk.stored.sessions.map(({ received }) => received)).toEqual([30]);
  disk.fails = true;
  expect(await recorder.forget()).toBe(false);
});

test('a full disk loses nothing: the next write has it', async () => {
  const { disk, recorder, traffic } = setUp();
  disk.fails = true;
  recorder.onState(connected());
  traffic(100);
  recorder.onState(disconnected);
  await recorder.current();
  disk.fails = false;
  recorder.onState(connected());
  traffic(7);
  await recorder.close();
  expect(disk.stored.sessions.map(({ received }) => received)).toEqual([100, 7]);
});

test('a file that cannot be read is tried again after a minute, and can be forgotten', async () => {
  const { disk, recorder, pass, traffic } = setUp();
  disk.isUnreadable = true;
  recorder.onState(connected());
  for (let second = 0; second < 50; second += 1) {
    traffic(second);
    await recorder.current();
    pass(1);
  }
  expect(disk.reads).toBe(1);
  pass(20);
  await recorder.current();
  expect(disk.reads).toBe(2);
  expect(await recorder.forget()).toBe(true);
  traffic(100);
  expect((await recorder.current()).open).not.toBeNull();
  expect(disk.reads).toBe(2);
});
