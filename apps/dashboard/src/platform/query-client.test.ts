import { focusManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** A screen that shows the answer of `ask`, and how often that was asked. */
function shown(client = createQueryClient()) {
  const ask = vi.fn<() => Promise<string>>(() => Promise.resolve('answer'));
  const observer = new QueryObserver(client, { queryKey: ['thing'], queryFn: ask });
  return { client, ask, show: () => observer.subscribe(() => {}) };
}

it('an answer is fresh for five seconds: a screen that comes back then asks nothing', async () => {
  const { ask, show } = shown();
  show()();
  await vi.advanceTimersByTimeAsync(5 * SECOND - 1);
  show()();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  show()();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('an answer that nobody shows any more is kept for five minutes', async () => {
  const { client, show } = shown();
  const hide = show();
  await vi.advanceTimersByTimeAsync(0);
  hide();
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  expect(client.getQueryData(['thing'])).toBe('answer');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['thing'])).toBeUndefined();
});

it.each([
  ['the window is looked at again', () => [focusManager.setFocused(false), focusManager.setFocused(true)]],
  ['the network is there again', () => [onlineManager.setOnline(false), onlineManager.setOnline(true)]],
])('what is shown is asked anew when %s', async (_, happens) => {
  const { client, ask, show } = shown();
  client.mount();
  const hide = show();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  happens();
  await vi.advanceTimersByTimeAsync(0);
  expect(ask).toHaveBeenCalledTimes(2);
  hide();
  client.unmount();
});

it('what failed is not tried again here, and a change is remembered for a minute', async () => {
  const client = createQueryClient();
  const fail = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  const failed = client.fetchQuery({ queryKey: ['failing'], queryFn: fail }).catch(() => null);
  const change = client.getMutationCache().build(client, client.defaultMutationOptions({ mutationFn: fail }));
  const unchanged = change.execute(undefined).catch(() => null);
  await vi.advanceTimersByTimeAsync(MINUTE - 1);
  await Promise.all([failed, unchanged]);
  expect(fail).toHaveBeenCalledTimes(2);
  expect(client.getMutationCache().getAll()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getMutationCache().getAll()).toHaveLength(0);
});
