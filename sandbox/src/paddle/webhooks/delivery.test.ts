import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECRET, sandboxForTest } from '../../../test/sandbox-for-test.ts';

type World = Awaited<ReturnType<typeof sandboxForTest>>;
let context: World;
beforeEach(async () => {
  context = await sandboxForTest();
});
afterEach(() => context.close());

interface Sent {
  readonly event_id: string;
  readonly event_type: string;
  readonly notifications: readonly {
    status: string;
    attempts: readonly { status_code: number | null; signature: string }[];
  }[];
}

const mode = (value: string, more: object = {}) =>
  context.json('POST', '/control/paddle/delivery', { mode: value, ...more });
const customer = (name: string) => context.paddle.customers.create({ email: `${name}@example.com` });
const emails = (from: World = context): unknown[] =>
  from.hook.received.map((each) =>
    (each.event.data as { email?: string }).email?.replace('@example.com', ''),
  );
const sent = () => context.json<Sent[]>('GET', '/control/paddle/events');

/** Returns the valid signatures of a webhook. */
function rightOnes(signature: string, body: string): boolean[] {
  const seconds = /ts=(\d+)/.exec(signature)?.[1] ?? '';
  const right = createHmac('sha256', SECRET).update(`${seconds}:${body}`).digest('hex');
  return [...signature.matchAll(/h1=([0-9a-f]{64})/g)].map((match) => match[1] === right);
}

describe('delivery of webhooks', () => {
  test('a body contains event id, time and notification id, and the signature covers ts and body', async () => {
    await customer('a');
    await context.until((received) => received.length === 1);
    const [{ body, signature, event } = { body: '', signature: '', event: null }] = context.hook.received;
    expect(event?.event_id).toMatch(/^evt_[a-z\d]{26}$/);
    expect(event?.occurred_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(JSON.parse(body)).toMatchObject({
      event_type: 'customer.created',
      notification_id: expect.stringMatching(/^ntf_/) as string,
    });
    expect(rightOnes(signature, body)).toEqual([true]);
  });

  test('a delivery is retried until the response is 200', async () => {
    context.hook.response.status = 503;
    await customer('a');
    await context.until((received) => received.length === 2);
    context.hook.response.status = 200;
    await context.until((received) => received.length === 3);
    const ids = new Set(context.hook.received.map((each) => each.body));
    expect(ids.size).toBe(1);
    await expect.poll(async () => (await sent())[0]?.notifications[0]?.status).toBe('delivered');
    const attempts = (await sent())[0]?.notifications[0]?.attempts ?? [];
    expect(attempts.map((attempt) => attempt.status_code)).toEqual([503, 503, 200]);
  });

  test('duplicate sends the same event twice', async () => {
    await mode('duplicate');
    await customer('a');
    await context.until((received) => received.length === 2);
    expect(new Set(context.hook.received.map((each) => each.event.event_id)).size).toBe(1);
  });

  test('reorder sends the latest first', async () => {
    await mode('reorder');
    for (const name of ['a', 'b', 'c']) await customer(name);
    await context.until((received) => received.length === 3);
    expect(emails()).toEqual(['c', 'b', 'a']);
  });

  test('delay delivers later events first', async () => {
    await mode('delay', { delay_ms: 700, count: 1 });
    await customer('late');
    await customer('early');
    await context.until((received) => received.length === 2);
    expect(emails()).toEqual(['early', 'late']);
  });

  test('drop sends nothing until a replay', async () => {
    await mode('drop', { count: 1 });
    await customer('lost');
    await customer('next');
    await context.until((received) => received.length === 1);
    expect(emails()).toEqual(['next']);
    const lost = (await sent()).find((event) => event.notifications[0]?.status === 'dropped');
    await context.json('POST', `/control/paddle/events/${lost?.event_id}/redeliver`);
    await context.until((received) => received.length === 2);
    expect(emails()).toEqual(['next', 'lost']);
  });

  test('bad_signature sends a wrong signature once; the retry is valid', async () => {
    context.hook.response.status = 401;
    await mode('bad_signature', { count: 1 });
    await customer('a');
    await context.until((received) => received.length === 2);
    expect(context.hook.received.map((each) => rightOnes(each.signature, each.body))).toEqual([
      [false],
      [true],
    ]);
  });

  test('two_h1 sends a valid and then a wrong value', async () => {
    await mode('two_h1');
    await customer('a');
    await context.until((received) => received.length === 1);
    const [first] = context.hook.received;
    expect(rightOnes(first?.signature ?? '', first?.body ?? '')).toEqual([true, false]);
  });
});

test('a simulation sends its payload each time it is run', async () => {
  const simulation = await context.paddle.simulations.create({
    notificationSettingId: 'ntfset_1',
    name: 'A customer',
    type: 'customer.created',
    payload: { email: 'simulated@example.com' },
  });
  await context.paddle.simulationRuns.create(simulation.id);
  await context.paddle.simulationRuns.create(simulation.id);
  await context.until((received) => received.length === 2);
  expect(emails()).toEqual(['simulated', 'simulated']);
});

describe('a restart', () => {
  test('keeps the state with the clock, and sends pending webhooks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const stateFile = join(folder, 'state.json');
    const first = await sandboxForTest({ stateFile });
    first.hook.response.status = 500;
    await first.paddle.customers.create({ email: 'kept@example.com' });
    await first.json('POST', '/control/clock', { advance_seconds: 86_400 });
    const before = await first.json<{ now: string }>('GET', '/control/clock');
    await first.close();

    const second = await sandboxForTest({ stateFile });
    const [kept] = await second.paddle.customers.list().next();
    expect(kept?.email).toBe('kept@example.com');
    await second.until((received) => received.length > 0);
    expect(emails(second)).toEqual(['kept']);
    const after = await second.json<{ now: string }>('GET', '/control/clock');
    expect(new Date(after.now).getTime()).toBeGreaterThanOrEqual(new Date(before.now).getTime());
    await second.close();
    await rm(folder, { recursive: true });
  });
});
