import { ok } from '@comet/foundation';
import { sessionsPerPage } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { begin, count, end, noStatistics, type Statistics } from '../../statistics/statistics.ts';
import { setUp } from './commands-fixture.ts';

const none = { received: 0, sent: 0 };
const label = { location: 'nl-ams', transport: 'wireguard' };

function recorded(sessions: number): Statistics {
  let all = noStatistics;
  for (let index = 0; index < sessions; index += 1) {
    // The first of them in October, the others in November.
    const now = new Date(Date.UTC(2026, index === 0 ? 9 : 10, 15, 12, 0, index));
    all = end(count(begin(all, label, none, now), { received: index, sent: 1 }, now), now);
  }
  return all;
}

const withRecorder = (statistics: Statistics, forgets = true) => {
  const forgotten: true[] = [];
  const recorder = {
    current: () => Promise.resolve(statistics),
    forget: () => {
      forgotten.push(true);
      return Promise.resolve(forgets);
    },
  };
  return { forgotten, ...setUp([], { recorder }) };
};

test('returns the sums of months, the newest first, with the settings', async () => {
  const { ask } = withRecorder(recorded(3));
  expect(await ask('data-budget.set', { bytes: 50_000_000_000 })).toMatchObject({ ok: true });
  expect(await ask('statistics')).toEqual(
    ok({
      on: true,
      budget: 50_000_000_000,
      months: [
        { month: '2026-11', sessions: 2, received: 3, sent: 2 },
        { month: '2026-10', sessions: 1, received: 0, sent: 1 },
      ],
    }),
  );
});

test('returns sessions page by page, of all months or of one; the open one has no end', async () => {
  const closed = recorded(sessionsPerPage + 10);
  const { ask } = withRecorder(begin(closed, label, none, new Date('2026-11-30T12:00:00Z')));
  const page = async (params: object) => {
    const reply = await ask('statistics.sessions', params);
    return reply.ok ? (reply.value as { sessions: { endedAt: string | null }[]; next: number | null }) : null;
  };
  const first = await page({ month: null, from: 0 });
  expect([first?.sessions.length, first?.next, first?.sessions[0]?.endedAt]).toEqual([
    sessionsPerPage,
    sessionsPerPage,
    null,
  ]);
  expect(first?.sessions[0]).not.toHaveProperty('counters');
  const second = await page({ month: null, from: sessionsPerPage });
  expect([second?.sessions.length, second?.next]).toEqual([11, null]);
  expect((await page({ month: '2026-10', from: 0 }))?.sessions).toHaveLength(1);
  expect(await page({ month: '2026-1', from: 0 })).toBeNull();
});

test('switches recording, and refuses a budget while it is off', async () => {
  const { ask, file } = withRecorder(noStatistics);
  await ask('statistics.set', { on: false });
  expect(file.current.settings.statistics).toBe(false);
  expect(await ask('data-budget.set', { bytes: 1_000_000 })).toMatchObject({
    error: { error: 'statistics_off' },
  });
  expect(await ask('data-budget.set', { bytes: null })).toMatchObject({ ok: true });
  for (const bytes of [0, 999_999, 1.5e6 + 0.5, 2e15, '50GB'])
    expect(await ask('data-budget.set', { bytes }), String(bytes)).toMatchObject({ ok: false });
});

test('forgets, and reports where the files could not be deleted', async () => {
  const kept = withRecorder(noStatistics, false);
  expect(await kept.ask('statistics.forget')).toMatchObject({ error: { error: 'statistics_not_kept' } });
  const { ask, forgotten } = withRecorder(noStatistics);
  expect(await ask('statistics.forget')).toEqual(ok({}));
  expect(forgotten).toEqual([true]);
});
