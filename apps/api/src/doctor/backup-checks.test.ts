import { describe, expect, test } from 'vitest';
import { archiveFinding, backupFinding } from './backup-checks.ts';

const now = new Date('2026-12-10T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const shown = ({ state, found }: ReturnType<typeof archiveFinding>) => `${state}: ${found}`;

describe('the archive', () => {
  test.each([
    [{ isOn: false, lastArchivedAt: null, lastFailedAt: null }, 'fail: PostgreSQL archives nothing'],
    [
      { isOn: true, lastArchivedAt: null, lastFailedAt: null },
      'warn: PostgreSQL has not archived anything yet',
    ],
    [
      { isOn: true, lastArchivedAt: null, lastFailedAt: hoursAgo(1) },
      'fail: every attempt has failed, the last 1 h',
    ],
    [
      { isOn: true, lastArchivedAt: hoursAgo(5), lastFailedAt: hoursAgo(1) },
      'fail: the last attempt, 1 hour ago, has failed',
    ],
    [
      { isOn: true, lastArchivedAt: hoursAgo(1), lastFailedAt: hoursAgo(50) },
      'ok: PostgreSQL archived its log 1 h',
    ],
  ])('%o', (archiver, sentence) => {
    expect(shown(archiveFinding(archiver, now))).toMatch(new RegExp(`^${sentence}`));
  });
});

describe('the last backup check', () => {
  const check = (at: Date, stoppedAt: Date, reason: string | null = null) =>
    shown(backupFinding({ at, stoppedAt, reason, label: '20261209-030000F' }, now));

  test('of last night, with a backup of that night, is ok', () => {
    expect(check(hoursAgo(8), hoursAgo(9))).toBe(
      'ok: 20261209-030000F of 9 hours ago was restored and compared 8 hours ago',
    );
  });

  test('is a warning after two days and a failure after a week, also for an old backup', () => {
    expect(check(hoursAgo(49), hoursAgo(50))).toMatch(/^warn: .* 2 days ago$/);
    expect(check(hoursAgo(200), hoursAgo(201))).toMatch(/^fail: /);
    expect(check(hoursAgo(8), hoursAgo(200))).toMatch(/^fail: 20261209-030000F of 8 days ago/);
  });

  test('that failed is a failure with its reason, and none is a failure too', () => {
    expect(check(hoursAgo(1), hoursAgo(9), 'the sums differ')).toBe(
      'fail: backup check failed 1 hour ago (the sums differ)',
    );
    expect(shown(backupFinding(null, now))).toBe('fail: no backup was ever restored');
  });
});
