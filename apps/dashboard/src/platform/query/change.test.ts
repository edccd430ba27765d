import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Change, type ChangeOptions } from './change.ts';
import { QueryClient } from './client.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Makes a change in the list `['a']`, shown ahead and taken back. */
function making(
  mutationFn: () => Promise<unknown>,
  more: Partial<ChangeOptions<unknown, string, string[]>> = {},
) {
  const client = new QueryClient();
  client.setQueryData(['list'], ['a']);
  const change = new Change<unknown, string>('b');
  const made = change.make<string[]>(
    client,
    {
      mutationFn,
      onMutate: (added) => {
        const before = client.getQueryData<string[]>(['list']) ?? [];
        client.setQueryData(['list'], [...before, added]);
        return before;
      },
      onError: (_error, _added, before) => client.setQueryData(['list'], before ?? []),
      ...more,
    },
    () => {},
  );
  return { client, change, made, list: () => client.getQueryData(['list']) };
}

it('a change is shown before the API says yes', async () => {
  const { list, made, change } = making(() => Promise.resolve(null));
  await Promise.resolve();
  expect(list()).toEqual(['a', 'b']);
  await made;
  expect(list()).toEqual(['a', 'b']);
  expect(change.state).toEqual({ status: 'success', variables: 'b', data: null });
});

it('a change that the API refuses is taken back at once, and never tried again', async () => {
  const refuse = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  const settled = vi.fn<() => void>();
  const { list, made, change } = making(refuse, { onSettled: settled });
  await made;
  expect(list()).toEqual(['a']);
  expect(change.state).toMatchObject({ status: 'error', error: { message: 'no' } });
  expect(refuse).toHaveBeenCalledTimes(1);
  expect(settled).toHaveBeenCalledTimes(1);
});

it('a change is remembered for a minute after it settled', async () => {
  const { client, made } = making(() => Promise.reject(new Error('no')));
  await made;
  await vi.advanceTimersByTimeAsync(59_999);
  expect(client.changes.size).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(client.changes.size).toBe(0);
});
