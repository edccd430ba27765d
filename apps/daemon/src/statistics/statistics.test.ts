import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  begin,
  budgetAlert,
  count,
  end,
  maxSessions,
  monthOf,
  noStatistics,
  recovered,
  type Statistics,
  statisticsSchema,
} from './statistics.ts';

const label = { location: 'nl-ams', transport: 'wireguard' };
const none = { received: 0, sent: 0 };
const at = (text: string) => new Date(text);
const sumOf = ({ months }: Statistics) =>
  months.reduce((sum, { received, sent }) => sum + received + sent, 0);

/** The time zone of this process, until the end of the test. */
function inZone(zone: string): void {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
}

test('counts a session over midnight as one, and bytes of both months in their months', () => {
  inZone('UTC');
  let all = begin(noStatistics, label, none, at('2026-11-30T23:59:00Z'));
  all = count(all, { received: 100, sent: 10 }, at('2026-11-30T23:59:59Z'));
  all = count(all, { received: 150, sent: 30 }, at('2026-12-01T00:00:01Z'));
  all = end(all, at('2026-12-01T00:10:00Z'));
  expect(all.months).toEqual([
    { month: '2026-11', sessions: 1, received: 100, sent: 10 },
    { month: '2026-12', sessions: 0, received: 50, sent: 20 },
  ]);
  expect(all.sessions).toEqual([
    {
      ...label,
      startedAt: '2026-11-30T23:59:00.000Z',
      endedAt: '2026-12-01T00:10:00.000Z',
      received: 150,
      sent: 30,
    },
  ]);
});

test('a change of the time zone moves no bytes that were counted before', () => {
  inZone('Pacific/Auckland');
  // 13 hours ahead of UTC: December has begun there.
  let all = begin(noStatistics, label, none, at('2026-11-30T12:00:00Z'));
  all = count(all, { received: 100, sent: 0 }, at('2026-11-30T12:00:01Z'));
  inZone('America/New_York');
  all = count(all, { received: 160, sent: 0 }, at('2026-11-30T12:00:02Z'));
  expect(all.months.map(({ month, received }) => [month, received])).toEqual([
    ['2026-11', 60],
    ['2026-12', 100],
  ]);
});

test('a clock that is set back ends no session before its start', () => {
  let all = begin(noStatistics, label, none, at('2026-11-30T12:00:00Z'));
  all = count(all, { received: 5, sent: 5 }, at('2026-11-30T12:10:00Z'));
  all = count(all, { received: 9, sent: 5 }, at('2026-11-01T00:00:00Z'));
  all = end(all, at('2026-11-01T00:00:00Z'));
  expect(all.sessions[0]).toMatchObject({
    startedAt: '2026-11-30T12:00:00.000Z',
    endedAt: '2026-11-30T12:10:00.000Z',
    received: 9,
  });
});

test('counts the bytes of a new device from zero', () => {
  const now = at('2026-11-30T12:00:00Z');
  let all = begin(noStatistics, label, { received: 50, sent: 5 }, now);
  all = count(all, { received: 80, sent: 6 }, now);
  all = count(all, { received: 7, sent: 1 }, now);
  expect(all.open).toMatchObject({ received: 37, sent: 2 });
  expect(count(all, { received: 7, sent: 1 }, now)).toBe(all);
  expect(count(noStatistics, { received: 7, sent: 1 }, now)).toBe(noStatistics);
});

test('closes a session that a crash left open at its last traffic', () => {
  let all = begin(noStatistics, label, none, at('2026-11-30T12:00:00Z'));
  all = count(all, { received: 1, sent: 1 }, at('2026-11-30T12:05:00Z'));
  const { open, sessions } = recovered(all, at('2026-11-30T18:00:00Z'));
  expect(open).toBeNull();
  expect(sessions).toMatchObject([{ endedAt: '2026-11-30T12:05:00.000Z' }]);
});

test('keeps 13 months and 5,000 sessions', () => {
  let all = noStatistics;
  for (let month = 0; month < 20; month += 1) {
    const now = new Date(2025, month, 15);
    all = end(count(begin(all, label, none, now), { received: 1, sent: 0 }, now), now);
  }
  const months = all.months.map(({ month }) => month);
  expect([months.length, months[0], months.at(-1)]).toEqual([13, '2025-08', '2026-08']);
  expect(all.sessions).toHaveLength(13);
  const one = all.sessions[0];
  if (one === undefined) throw new Error('no session');
  const many = {
    ...all,
    sessions: Array.from({ length: maxSessions }, () => ({ ...one, endedAt: '2026-08-01T00:00:00.000Z' })),
  };
  const now = new Date(2026, 7, 20);
  expect(end(begin(many, label, none, now), now).sessions).toHaveLength(maxSessions);
});

test('the sums of months are those of all counted differences, whatever the order of events', () => {
  const step = fc.record({
    received: fc.nat(1000),
    sent: fc.nat(1000),
    hours: fc.integer({ min: -40, max: 400 }),
    ends: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let now = at('2026-06-15T12:00:00Z').getTime();
      let all = begin(noStatistics, label, none, new Date(now));
      let counters = { ...none };
      let expected = 0;
      for (const { received, sent, hours, ends } of steps) {
        now += hours * 3_600_000;
        counters = { received: counters.received + received, sent: counters.sent + sent };
        expected += received + sent;
        all = count(all, counters, new Date(now));
        if (ends) all = begin(all, label, counters, new Date(now));
      }
      expect(sumOf(all)).toBe(expected);
      expect(statisticsSchema.parse(all)).toEqual(all);
    }),
  );
});

test('an alert has the highest share that the calendar month has reached', () => {
  const now = at('2026-11-15T12:00:00Z');
  const used = (received: number) => count(begin(noStatistics, label, none, now), { received, sent: 0 }, now);
  const percent = (received: number, budget: number | null = 1000) =>
    budgetAlert(used(received), budget, now)?.percent;
  expect([799, 800, 999, 1000, 5000].map((received) => percent(received))).toEqual([
    undefined,
    80,
    80,
    100,
    100,
  ]);
  expect(percent(5000, null)).toBeUndefined();
  expect(budgetAlert(used(5000), 1000, at('2026-12-15T12:00:00Z'))).toBeNull();
  expect(monthOf(now)).toBe('2026-11');
});
