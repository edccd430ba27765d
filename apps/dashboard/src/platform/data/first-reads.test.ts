import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sendRead } from './first-reads.ts';

const url = '/api/v1/plans';
const early = new Response('early');
const late = new Response('late');
const sent = vi.fn<() => Promise<Response>>(async () => late);

beforeEach(() => {
  sent.mockClear();
  vi.stubGlobal('fetch', sent);
  const responses = { [url]: Promise.resolve(early) };
  vi.stubGlobal('window', { cometFirstReads: { authorization: 'Bearer first', responses } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const read = (address: string, authorization: string) =>
  sendRead(address, {
    method: 'GET',
    headers: { authorization },
    credentials: 'include',
    signal: AbortSignal.timeout(1000),
  });

it('takes the response that the page has requested, once', async () => {
  expect(await read(url, 'Bearer first')).toBe(early);
  expect(sent).not.toHaveBeenCalled();
  expect(await read(url, 'Bearer first')).toBe(late);
});

it('sends a read that the page has not requested', async () => {
  expect(await read('/api/v1/devices', 'Bearer first')).toBe(late);
});

it('does not give the response of one session to another, then or later', async () => {
  expect(await read(url, 'Bearer second')).toBe(late);
  expect(await read(url, 'Bearer first')).toBe(late);
});

it('sends all reads if the page requested none', async () => {
  vi.stubGlobal('window', {});
  expect(await read(url, 'Bearer first')).toBe(late);
});
