import { api } from '@comet/contract';
import { startCollector } from '@comet/observability/collector';
import { openTraces } from '@comet/observability/traces';
import { expect, test } from 'vitest';
import { open, nameOfStatement } from '../../src/open-database.ts';
import { makeUser, startApi } from '../fixture/api-fixture.ts';

test('a request is a trace of its own id, with the pattern of its route and nothing of the customer', async () => {
  const received = await startCollector();
  const traces = openTraces({ url: received.url, service: 'comet-api' });
  const under = await startApi({}, { traces });
  const user = await makeUser(under);
  const response = await under.call(api.currentUser, {}, user);
  await under.stop();
  await traces.close();
  received.close();
  const id = response.headers.get('x-request-id');
  expect(received.spans.filter(({ traceId }) => traceId === id).map(({ name }) => name)).toEqual([
    'GET /api/v1/users/current',
  ]);
  const sent = received.bodies.join('');
  for (const secret of [user.email, user.token, user.deviceId, user.id]) expect(sent).not.toContain(secret);
});

test('statements are steps of the current request, named without their values', async () => {
  const under = await startApi();
  const steps: string[] = [];
  const traces = { step: (name: string) => void steps.push(name) };
  const { settings, log } = under.dependencies;
  const db = open(settings, log, 1, traces);
  await db.selectFrom('users').select('id').where('email', '=', 'ada@example.com').execute();
  await db.destroy();
  await under.stop();
  expect(steps).toEqual(['select users']);
  expect(nameOfStatement('insert into "jobs" values (\'ada@example.com\')')).toBe('insert jobs');
  expect(nameOfStatement('begin')).toBe('begin');
});
