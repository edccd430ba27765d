import { startCollector } from '@comet/observability/collector';
import { openTraces } from '@comet/observability/traces';
import { expect, test } from 'vitest';
import { traced } from './client-endpoints.ts';

test('an admission is a trace with its outcome and its connect step, and nothing of the customer', async () => {
  const received = await startCollector();
  const traces = openTraces({ url: received.url, service: 'comet-gateway' });
  await traced(traces, async () => {
    await Promise.resolve();
    traces.step('connect', 2, {});
    return { status: 200, body: { ipv4: '100.64.0.9' } };
  });
  await traced(traces, async () => ({ status: 403, code: 'ticket_revoked' }));
  await traces.close();
  received.close();
  const [first, second] = received.spans.filter(({ name }) => name === 'admission');
  const connect = received.spans.find(({ name }) => name === 'connect');
  expect([connect?.traceId, connect?.parentSpanId]).toEqual([first?.traceId, first?.spanId]);
  expect(second?.traceId).not.toBe(first?.traceId);
  const sent = received.bodies.join('');
  expect(sent).toContain('ticket_revoked');
  expect(sent).not.toContain('100.64');
});

test('without a collector an admission is not traced', async () => {
  expect(await traced(null, () => Promise.resolve({ status: 204 }))).toEqual({ status: 204 });
});
