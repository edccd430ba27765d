import { expect, test } from 'vitest';
import { startCollector } from './collector.ts';
import { openTraces } from './traces.ts';

test('sends a request and its steps with the request id as trace id', async () => {
  const received = await startCollector();
  const traces = openTraces({ url: received.url, service: 'comet-api' });
  const id = '0123456789abcdef0123456789abcdef';
  await Promise.resolve().then(async () => {
    const request = traces.beginRequest(id);
    await Promise.resolve();
    traces.step('select', 3, { 'db.system': 'postgresql' });
    request.name('GET /api/v1/plans');
    request.end({ 'http.response.status_code': 500 }, true);
  });
  await traces.close();
  received.close();
  expect(received.paths).toEqual(['/v1/traces']);
  const request = received.spans.find(({ name }) => name === 'GET /api/v1/plans');
  const step = received.spans.find(({ name }) => name === 'select');
  expect([request?.traceId, step?.traceId, step?.parentSpanId]).toEqual([id, id, request?.spanId]);
  expect(request?.status.code).toBe(2);
});

test('a finished span joins the trace of the request that caused it, and a span takes attributes', async () => {
  const received = await startCollector();
  const traces = openTraces({ url: received.url, service: 'comet-gateway' });
  const id = '0123456789abcdef0123456789abcdef';
  traces.finished('feed apply', 4, { kind: 'revoked' }, id);
  traces.finished('feed apply', 4, { kind: 'keys' });
  await traces.within('admission', async () => traces.annotate({ code: 'gateway_full' }));
  traces.annotate({ code: 'outside of a span' });
  await traces.close();
  received.close();
  const [caused, other] = received.spans.filter(({ name }) => name === 'feed apply');
  expect([caused?.traceId, caused?.parentSpanId]).toEqual([id, undefined]);
  expect(other?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(other?.traceId).not.toBe(id);
  expect(received.bodies.join('')).toContain('gateway_full');
  expect(received.bodies.join('')).not.toContain('outside of a span');
});

test('a job is a trace of its own, and a step outside of one is not sent', async () => {
  const received = await startCollector();
  const traces = openTraces({ url: received.url, service: 'comet-api' });
  traces.step('stray', 1, {});
  const job = traces.within('mail.send', async () => {
    await Promise.resolve();
    traces.step('smtp', 1, {});
    throw new Error('the mail server is away');
  });
  await expect(job).rejects.toThrow('away');
  await traces.close();
  received.close();
  expect(received.spans.map(({ name }) => name).toSorted()).toEqual(['mail.send', 'smtp']);
  expect(new Set(received.spans.map(({ traceId }) => traceId)).size).toBe(1);
});
