import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClient } from './client.ts';
import type { QueryOptions } from './options.ts';
import { Watch } from './watch.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A screen that shows the answer of `ask`, and how often that was asked. */
function shown(options: Partial<QueryOptions<string>> = {}, client = new QueryClient()) {
  const ask = vi.fn<QueryOptions<string>['queryFn']>(() => Promise.resolve('answer'));
  const query = { queryKey: ['thing'], queryFn: ask, ...options };
  const drawn = vi.fn<() => void>();
  return { client, ask, query, drawn, show: () => new Watch(client, query, drawn) };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it('an answer is fresh for five seconds: a screen that comes back then asks nothing', async () => {
  const { ask, show } = shown();
  show().end();
  await vi.advanceTimersByTimeAsync(5 * SECOND - 1);
  show().end();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  show();
  expect(ask).toHaveBeenCalledTimes(2);
});

it('an answer that nobody shows any more is kept for five minutes', async () => {
  const { client, show } = shown();
  const watch = show();
  await vi.advanceTimersByTimeAsync(10 * MINUTE);
  watch.end();
  await vi.advanceTimersByTimeAsync(5 * MINUTE - 1);
  expect(client.getQueryData(['thing'])).toBe('answer');
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['thing'])).toBeUndefined();
});

it('an answer with a time of its own is kept for that, and is let go at once with none', async () => {
  const long = shown({ gcTime: 10 * MINUTE });
  long.show().end();
  await vi.advanceTimersByTimeAsync(10 * MINUTE - 1);
  expect(long.client.getQueryData(['thing'])).toBe('answer');
  const none = shown({ gcTime: 0 });
  const watch = none.show();
  await settle();
  watch.end();
  await settle();
  expect(none.client.getQueryData(['thing'])).toBeUndefined();
});

it.each([
  ['the window is looked at again', (client: QueryClient) => client.lookedAt()],
  ['the device is connected again', (client: QueryClient) => client.reconnected()],
])('what is shown is asked anew when %s, unless it is fresh or not shown', async (_, happens) => {
  const { client, ask, show } = shown();
  const watch = show();
  await vi.advanceTimersByTimeAsync(5 * SECOND - 1);
  happens(client);
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  happens(client);
  await settle();
  expect(ask).toHaveBeenCalledTimes(2);
  watch.end();
  await vi.advanceTimersByTimeAsync(5 * SECOND);
  happens(client);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('an answer can ask to be asked anew with every look, or with none', async () => {
  const always = shown({ refetchOnWindowFocus: ({ state }) => (state.data === 'answer' ? 'always' : true) });
  const never = shown({ refetchOnWindowFocus: false, refetchOnReconnect: false });
  always.show();
  never.show();
  await settle();
  always.client.lookedAt();
  await vi.advanceTimersByTimeAsync(MINUTE);
  never.client.lookedAt();
  never.client.reconnected();
  expect(always.ask).toHaveBeenCalledTimes(2);
  expect(never.ask).toHaveBeenCalledTimes(1);
});

it('what works once is asked once, whatever happens', async () => {
  const { client, ask, show } = shown({ staleTime: 'static' });
  show();
  await vi.advanceTimersByTimeAsync(MINUTE);
  client.lookedAt();
  client.reconnected();
  await client.invalidateQueries();
  show();
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
});

it('two that show the same ask once, and are both drawn when it is there', async () => {
  const { ask, show, drawn } = shown();
  show();
  show();
  drawn.mockClear();
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(drawn).toHaveBeenCalledTimes(2);
});

it('an answer that says the same leaves what is shown in its place', async () => {
  const client = new QueryClient();
  const watch = new Watch(client, { queryKey: ['list'], queryFn: () => Promise.resolve(['a']) }, () => {});
  await settle();
  const before = client.getQueryData(['list']);
  await watch.ask();
  expect(client.getQueryData(['list'])).toBe(before);
});

it('what nobody waits for any more is called off, where it can be', async () => {
  const signals: AbortSignal[] = [];
  const never = new Promise<string>(() => {});
  const client = new QueryClient();
  const heeds = ({ signal }: { readonly signal: AbortSignal }) => {
    signals.push(signal);
    return never;
  };
  const one = new Watch(client, { queryKey: ['one'], queryFn: heeds }, () => {});
  const other = new Watch(client, { queryKey: ['one'], queryFn: heeds }, () => {});
  one.end();
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  other.end();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect(client.query({ queryKey: ['one'] }).state).toMatchObject({ isFetching: false, error: null });
  const write = vi.fn<() => Promise<string>>(() => never);
  new Watch(client, { queryKey: ['two'], queryFn: write }, () => {}).end();
  new Watch(client, { queryKey: ['two'], queryFn: write }, () => {}).end();
  expect(write).toHaveBeenCalledTimes(1);
});

it('nothing is asked for while it is not wanted', async () => {
  const { client, ask, query, show } = shown({ enabled: false });
  const watch = show();
  client.lookedAt();
  await client.invalidateQueries();
  expect(ask).not.toHaveBeenCalled();
  watch.change({ ...query, enabled: true });
  expect(ask).toHaveBeenCalledTimes(1);
  watch.change({ ...query, enabled: true });
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
});

it('what goes on is looked at again and again, for as long as it goes on and somebody looks', async () => {
  let looks = true;
  const client = new QueryClient(() => looks);
  const states = ['running', 'running', 'running', 'done'];
  const ask = vi.fn<() => Promise<string | undefined>>(() => Promise.resolve(states.shift()));
  const watch = new Watch(
    client,
    {
      queryKey: ['order'],
      queryFn: ask,
      refetchInterval: ({ state }) => (state.data === 'running' ? SECOND : false),
    },
    () => {},
  );
  await vi.advanceTimersByTimeAsync(SECOND);
  expect(ask).toHaveBeenCalledTimes(2);
  looks = false;
  await vi.advanceTimersByTimeAsync(4 * SECOND);
  expect(ask).toHaveBeenCalledTimes(2);
  looks = true;
  await vi.advanceTimersByTimeAsync(2 * SECOND);
  expect(ask).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(ask).toHaveBeenCalledTimes(4);
  watch.end();
});

it('what failed is not tried again here, and says so beside what was known', async () => {
  const answers: (string | Error)[] = ['first', new Error('no'), 'second'];
  const ask = vi.fn<() => Promise<string>>(() => {
    const next = answers.shift() ?? 'more';
    return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
  });
  const { client, show } = shown({ queryFn: ask });
  const watch = show();
  await settle();
  await expect(watch.ask()).rejects.toThrow('no');
  await vi.advanceTimersByTimeAsync(MINUTE);
  const { state } = client.query({ queryKey: ['thing'] });
  expect(state).toMatchObject({ data: 'first', error: { message: 'no' }, isFetching: false });
  expect(ask).toHaveBeenCalledTimes(2);
  await watch.ask();
  expect(client.query({ queryKey: ['thing'] }).state).toMatchObject({ data: 'second', error: null });
});

it('what failed without an answer can be left to its other places, and is asked for by a new place otherwise', async () => {
  const { ask, show, query, client } = shown();
  ask.mockRejectedValueOnce(new Error('no'));
  show();
  await settle();
  const quiet = new Watch(client, { ...query, retryOnMount: false }, () => {});
  await settle();
  expect(ask).toHaveBeenCalledTimes(1);
  show();
  await settle();
  expect(ask).toHaveBeenCalledTimes(2);
  quiet.end();
});
