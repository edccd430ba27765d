import { ApiError, NetworkError } from '@comet/client';
import {
  environmentManager,
  focusManager,
  MutationObserver,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { polled } from './polling.ts';
import { createQueryClient, retryFailures } from './query-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

let client = createQueryClient();
const unanswered = vi.fn<() => void>();

beforeEach(() => {
  vi.useFakeTimers();
  environmentManager.setIsServer(() => false);
  unanswered.mockClear();
  client = createQueryClient(unanswered);
  client.mount();
});
afterEach(() => {
  client.unmount();
  environmentManager.setIsServer(() => typeof window === 'undefined');
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(1);
const away = () => new NetworkError('away');
const refusal = (status: number) =>
  new ApiError(status, { code: 'internal_error', message: 'x', rules: [] }, null);

/** A read that first fails with these errors, and a screen that shows it. */
function read(name: string, ...failures: readonly Error[]) {
  const left = [...failures];
  const ask = vi.fn<() => Promise<string>>(() => {
    const failure = left.shift();
    return failure === undefined ? Promise.resolve(name) : Promise.reject(failure);
  });
  const options = { queryKey: [name], queryFn: ask };
  const show = (more: { readonly staleTime?: 'static' } = {}) =>
    new QueryObserver(client, { ...options, ...more }).subscribe(() => {});
  return { ask, show, state: () => client.getQueryState([name]) };
}

it('data is fresh for five seconds: a screen that mounts within that time sends nothing, and later one read', async () => {
  const { ask, show } = read('thing');
  show()();
  await vi.advanceTimersByTimeAsync(5 * SECOND - 1);
  show()();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  show()();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('data that no screen shows is kept for five minutes', async () => {
  const { show } = read('thing');
  const hide = show();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  hide();
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  expect(client.getQueryData(['thing'])).toBe('thing');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['thing'])).toBeUndefined();
});

it.each([
  ['focus', () => [focusManager.setFocused(false), focusManager.setFocused(true)]],
  ['reconnect', () => [onlineManager.setOnline(false), onlineManager.setOnline(true)]],
])('a stale read on the screen is sent again on %s, and a fresh one is not', async (_, happens) => {
  const { ask, show } = read('thing');
  show();
  await settle();
  happens();
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  happens();
  await settle();
  expect(ask).toHaveBeenCalledTimes(2);
});

it.each([408, 409, 425, 429, 500, 502, 503, 504])('a read is retried once after a %i', async (status) => {
  const { ask, show, state } = read('thing', refusal(status), refusal(status));
  show();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(ask).toHaveBeenCalledTimes(2);
  expect(state()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
});

it('a read without a response is retried once, and a refused one never', async () => {
  const unanswered = read('unanswered', away(), away());
  const refused = read('refused', refusal(404));
  unanswered.show();
  refused.show();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect([unanswered.ask.mock.calls.length, refused.ask.mock.calls.length]).toEqual([2, 1]);
});

it('a read without a response is reported once, after its retry; a refused or cancelled one is not', async () => {
  read('lost', away(), away()).show();
  read('found', away()).show();
  read('refused', refusal(500), refusal(500)).show();
  const left = new QueryObserver(client, {
    queryKey: ['left'],
    queryFn: ({ signal }) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(away()));
      }),
  }).subscribe(() => {});
  await settle();
  left();
  await settle();
  expect(unanswered).toHaveBeenCalledTimes(1);
});

it('a polled read is sent at its interval, and twice a minute while it fails', async () => {
  const pace = polled<string>(() => SECOND);
  const { ask } = read('order');
  new QueryObserver(client, { queryKey: ['order'], queryFn: ask, refetchInterval: pace }).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(ask).toHaveBeenCalledTimes(11);
  ask.mockClear().mockRejectedValue(away());
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(ask).toHaveBeenCalledTimes(2);
  ask.mockReset().mockResolvedValue('order');
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(ask.mock.calls.length).toBeGreaterThan(50);
});

it('a failed read that is not polled is not repeated automatically', async () => {
  const { ask } = read('tickets', away(), away());
  const options = { queryKey: ['tickets'], queryFn: ask, refetchInterval: polled<string>(() => false) };
  new QueryObserver(client, options).subscribe(() => {});
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('a write is never retried, and its result is kept for a minute after its screen unmounts', async () => {
  const write = vi.fn<() => Promise<never>>(() => Promise.reject(away()));
  const observer = new MutationObserver(client, { mutationFn: write });
  const leave = observer.subscribe(() => {});
  const failed = observer.mutate().catch(() => 'failed');
  await vi.advanceTimersByTimeAsync(MINUTE);
  await expect(failed).resolves.toBe('failed');
  expect(write).toHaveBeenCalledTimes(1);
  leave();
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  expect(client.getMutationCache().getAll()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getMutationCache().getAll()).toHaveLength(0);
});

it('without a connection a read and a write fail at once instead of waiting for it', async () => {
  onlineManager.setOnline(false);
  const { show, state } = read('thing', away(), away());
  show();
  const write = vi.fn<() => Promise<never>>(() => Promise.reject(away()));
  const failed = new MutationObserver(client, { mutationFn: write }).mutate().catch(() => 'failed');
  await settle();
  expect(state()).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  await expect(failed).resolves.toBe('failed');
});

it('after an outage each read that failed or is stale is sent once, and fresh reads are not', async () => {
  const unknown = read('unknown', refusal(400));
  const stale = read('stale');
  const fresh = read('fresh');
  unknown.show();
  stale.show();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  fresh.show();
  await settle();
  onlineManager.setOnline(false);
  for (const { ask } of [unknown, stale, fresh]) ask.mockClear();
  retryFailures(client);
  onlineManager.setOnline(true);
  await settle();
  expect([unknown, stale, fresh].map(({ ask }) => ask.mock.calls.length)).toEqual([1, 1, 0]);
  expect(unknown.state()).toMatchObject({ data: 'unknown', error: null });
});

it('a retry sends failed reads that are shown, drops other failures and keeps loaded data', async () => {
  const known = read('known');
  const hidden = read('hidden', refusal(400));
  const good = read('good');
  known.show();
  hidden.show()();
  good.show();
  await settle();
  known.ask.mockRejectedValueOnce(refusal(400));
  await client.invalidateQueries({ queryKey: ['known'] });
  expect(known.state()).toMatchObject({ data: 'known', status: 'error' });
  retryFailures(client);
  expect(known.state()).toMatchObject({ data: 'known', fetchStatus: 'fetching' });
  expect(hidden.state()).toMatchObject({ status: 'pending', fetchStatus: 'idle' });
  await settle();
  expect(known.state()).toMatchObject({ data: 'known', error: null });
  expect(good.ask).toHaveBeenCalledTimes(1);
});

it('a single-use link keeps its error on the screen when other failures are retried', async () => {
  const link = read('link', refusal(400));
  link.show({ staleTime: 'static' });
  await settle();
  retryFailures(client);
  await settle();
  expect(link.ask).toHaveBeenCalledTimes(1);
  expect(link.state()).toMatchObject({ status: 'error' });
});
