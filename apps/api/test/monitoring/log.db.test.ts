import { api } from '@comet/contract';
import { expect, test } from 'vitest';
import { createLog } from '@comet/foundation/log';
import { requestFields } from '../../src/platform/current-request.ts';
import { makeGateway, startApi } from '../fixture/api-fixture.ts';
import { deliver, makePaidUser } from '../payments/paid-user.ts';

interface Line {
  readonly level: string;
  readonly requestId?: string;
  readonly route?: string;
  readonly event: string;
}

test('the log of a purchase has levels and request ids, and nothing of the customer', async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = createLog({ level: 'trace', program: 'comet-api', write, context: requestFields });
  const under = await startApi({}, { log });
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
  const responded = parsed.filter(({ event }) => event === 'answered');
  expect(responded.length).toBeGreaterThan(4);
  for (const { requestId, level } of responded) {
    expect(requestId).toMatch(/^[0-9a-f]{32}$/);
    expect(level).toBe('info');
  }
  expect(responded.map(({ requestId }) => requestId)).toContain(refused.headers.get('x-request-id'));
  expect(responded.map(({ route }) => route)).toContain(api.logIn.path);

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

test('a warning about a machine’s credential has the request, and not the address that used it', async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log = createLog({ level: 'info', program: 'comet-api', write, context: requestFields });
  const under = await startApi({}, { log });
  const gateway = await makeGateway(under);
  const expired = new Date(under.clock.now().getTime() - 1_000);
  await under.dependencies.db.updateTable('gateways').set({ credentialExpiresAt: expired }).execute();
  const source = '203.0.113.78';
  const health = { version: '1.0.0', peers: 0, loadPercent: 5 };
  const refused = await under.call(api.reportHealth, { body: health }, gateway, {
    'x-forwarded-for': source,
  });
  await under.stop();
  expect(refused.status).toBe(401);
  const warnings = lines
    .map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event.includes('credential'));
  expect(warnings).toMatchObject([
    { level: 'warn', reason: 'expired', gateway: gateway.id, requestId: refused.headers.get('x-request-id') },
  ]);
  expect(lines.join('')).not.toContain(source);
  expect(lines.join('')).not.toContain(gateway.token);
});
