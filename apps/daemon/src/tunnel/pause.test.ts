import { manualClock } from '@comet/foundation';
import { freshSettings } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import type { Goal } from '../model/goal.ts';
import { fakeStateFile } from '../platform/files/state-file.fake.ts';
import { createPause } from './pause.ts';
import type { State } from './state.ts';

const start = new Date('2026-11-21T10:00:00Z');
const connected = { kind: 'connected', goal: { location: 'nl-ams' } } as State;
const disconnected = { kind: 'disconnected' } as State;

function setting(state: State = connected, file = fakeStateFile()) {
  const clock = manualClock(start);
  const timers: (() => void)[] = [];
  const goals: (Goal | 'disconnect')[] = [];
  const tunnel = {
    state,
    connect(goal: Goal) {
      goals.push(goal);
      return Promise.resolve({ kind: 'connected' as const });
    },
    async disconnect() {
      await Promise.resolve();
      goals.push('disconnect');
      tunnel.state = disconnected;
    },
  };
  const after = (_: number, callback: () => void) => {
    timers.push(callback);
    return () => void timers.splice(timers.indexOf(callback), 1);
  };
  const pause = createPause({ file, tunnel, clock, after });
  return { pause, file, clock, tunnel, goals, fire: () => timers.splice(0).forEach((timer) => timer()) };
}

test('a pause disconnects, and reconnects to the same location at its end', async () => {
  const { pause, file, clock, goals, fire } = setting();
  expect(await pause.begin(900)).toEqual({ ok: true, value: null });
  expect(file.current.settings.pausedUntil).toBe('2026-11-21T10:15:00.000Z');
  clock.advance(899_000);
  fire();
  expect(goals).toEqual(['disconnect']);
  clock.advance(1_000);
  fire();
  await expect.poll(() => goals).toEqual(['disconnect', { location: 'nl-ams' }]);
  expect(file.current.settings.pausedUntil).toBeNull();
});

test('a pause survives the end of the daemon, and ends at once if its time has passed', async () => {
  const { pause, file } = setting();
  await pause.begin(900);
  const next = setting(disconnected, file);
  next.pause.rearm();
  next.fire();
  expect(next.goals).toEqual([]);
  const late = setting(disconnected, file);
  late.clock.advance(3_600_000);
  late.pause.rearm();
  late.fire();
  await expect.poll(() => late.goals).toEqual([{ location: 'nl-ams' }]);
});

test('any command of the user ends a pause', async () => {
  const { pause, clock, goals, fire } = setting();
  await pause.begin(60);
  await pause.forget();
  clock.advance(120_000);
  fire();
  expect(goals).toEqual(['disconnect']);
  expect(await pause.end()).toEqual({ ok: false, error: 'not_paused' });
});

test('refuses a pause without a tunnel, and under lockdown', async () => {
  expect(await setting(disconnected).pause.begin(60)).toEqual({ ok: false, error: 'nothing_to_pause' });
  const locked = setting();
  await locked.file.change({ settings: { ...freshSettings, lockdown: true } });
  expect(await locked.pause.begin(60)).toEqual({ ok: false, error: 'pause_locked_down' });
  expect(locked.goals).toEqual([]);
});

test('a second pause only extends the first', async () => {
  const { pause, file } = setting();
  await pause.begin(60);
  await pause.begin(600);
  expect(file.current.settings.pausedUntil).toBe('2026-11-21T10:10:00.000Z');
  expect(file.current.pausedGoal).toEqual({ location: 'nl-ams' });
});

test('a pause that is extended as it ends continues', async () => {
  const { pause, file, clock, goals, fire } = setting();
  await pause.begin(60);
  clock.advance(60_000);
  const longer = pause.begin(600);
  fire();
  expect(await longer).toEqual({ ok: true, value: null });
  expect(file.current.settings.pausedUntil).toBe('2026-11-21T10:11:00.000Z');
  clock.advance(600_000);
  fire();
  await expect.poll(() => goals).toEqual(['disconnect', 'disconnect', { location: 'nl-ams' }]);
});

test('a clock that is set back extends no pause, and none of an earlier daemon by more than a day', async () => {
  const minute = 60_000;
  const { pause, clock, goals, fire, file } = setting();
  await pause.begin(900);
  clock.advance(-600 * minute);
  const late = setting(disconnected, file);
  late.clock.advance(-6_000 * minute);
  late.pause.rearm();
  for (let waited = 0; waited < 14 * minute; waited += 15_000) fire();
  expect(goals).toEqual(['disconnect']);
  for (let waited = 0; waited < 2 * minute; waited += 15_000) fire();
  await expect.poll(() => goals).toEqual(['disconnect', { location: 'nl-ams' }]);
  await late.file.change({ settings: { ...freshSettings, pausedUntil: '2026-11-21T10:15:00.000Z' } });
  for (let waited = 0; waited <= 24 * 60 * minute; waited += 15_000) late.fire();
  await expect.poll(() => late.goals).toEqual([{ location: null }]);
});
