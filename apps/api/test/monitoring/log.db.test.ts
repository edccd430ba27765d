import { api } from '@comet/contract';
import { expect, test } from 'vitest';
import { createLog } from '../../src/platform/log.ts';
import { startApi } from '../fixture/api-fixture.ts';
import { deliver, makePaidUser } from '../payments/paid-user.ts';

interface Line {
  readonly level: number;
  readonly reqId?: string;
  readonly route?: string;
  readonly msg: string;
}

test('the log of a purchase has levels and request ids, and nothing of the customer', async () => {
  const lines: string[] = [];
  const under = await startApi({}, { log: createLog('trace', { write: (line) => void lines.push(line) }) });
  const source = '203.0.113.77';
  const email = 'log.reader@mail.example.com';
  const password = 'a password that only this test has';
  const user = await makePaidUser(under, { email, password });
  const from = { 'x-forwarded-for': source, 'user-agent': 'a-rare-browser/1.0' };
  const refused = await under.call(api.logIn, { body: { email, password: 'wrong one' } }, user, from);
  await under.call(api.createOrder, { body: { kind: 'subscription', planId: 'none' } }, user, from);
  const replayed = await deliver(under, {
    event_id: 'evt_unknown',
    event_type: 'customer.created',
    data: { email },
  });
  await under.stop();
  expect([refused.status, replayed.status < 500]).toEqual([422, true]);

  const parsed = lines.map((line) => JSON.parse(line) as Line);
  const answered = parsed.filter(({ msg }) => msg === 'answered');
  expect(answered.length).toBeGreaterThan(4);
  for (const { reqId, level } of answered) {
    expect(reqId).toMatch(/^[0-9a-f]{32}$/);
    expect(level).toBe(30);
  }
  expect(answered.map(({ reqId }) => reqId)).toContain(refused.headers.get('x-request-id'));
  expect(answered.map(({ route }) => route)).toContain(api.logIn.path);

  const text = lines.join('');
  const customer = [
    email,
    password,
    user.token,
    user.deviceId,
    user.id,
    source,
    user.orderId,
    user.transactionId,
  ];
  for (const secret of [...customer, 'log.reader', 'wrong one', 'a-rare-browser'])
    expect(text).not.toContain(secret);
});
