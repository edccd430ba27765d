import { ok } from '@comet/foundation';
import type { ResultOf } from '@comet/tunnel-protocol';
import { expect, test } from 'vitest';
import { account } from './account.ts';

const known: ResultOf<'account'> = {
  ...{ email: 'a@comet.test', emailVerified: true, device: 'desk', status: 'active' },
  subscription: { state: 'active', activeUntil: '2027-03-01T00:00:00.000Z' },
  ...{ plan: { months: 12 }, activeUntil: '2027-03-01T00:00:00.000Z', renews: true, source: 'web' },
};

async function told(part: Partial<ResultOf<'account'>>): Promise<readonly string[]> {
  const lines: string[] = [];
  const daemon = { call: () => Promise.resolve(ok({ ...known, ...part })) };
  await account(daemon as never, { say: (line: string) => lines.push(line) } as never);
  return lines.slice(1);
}

test('an account says its plan, and what comes at its end', async () => {
  expect(await told({})).toEqual([
    'Subscription active, until 2027-03-01.',
    'Plan of 12 months.',
    'It renews by itself on 2027-03-01.',
  ]);
  const cancelled = { state: 'cancelled', activeUntil: '2027-03-01T00:00:00.000Z' };
  expect(
    await told({ status: 'cancelled', subscription: cancelled, renews: false, plan: { months: 1 } }),
  ).toEqual([
    'Subscription cancelled, until 2027-03-01.',
    'Plan of 1 month.',
    'Nothing more is charged; Comet connects until 2027-03-01.',
  ]);
});

test('a time that is over connects nowhere, whoever sold it', async () => {
  const over = { state: 'expired', activeUntil: '2026-03-01T00:00:00.000Z' };
  const inactive = { status: 'inactive', subscription: over, plan: null, activeUntil: null } as const;
  expect(await told({ ...inactive, renews: false, source: 'app_store' })).toEqual([
    'Subscription expired, until 2026-03-01.',
    'Comet does not connect without a plan. Choose one in the dashboard.',
    'It was bought in the App Store, and is changed there.',
  ]);
});
