import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { QueryClient } from './client.ts';
import { queryOptions } from './options.ts';
import { Watch } from './watch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(0);

/** An answer that the test gives. */
function asked<T>() {
  const askings: PromiseWithResolvers<T>[] = [];
  const ask = vi.fn<(context: { readonly signal: AbortSignal }) => Promise<T>>(() => {
    const asking = Promise.withResolvers<T>();
    askings.push(asking);
    return asking.promise;
  });
  return { ask, answer: (place: number, data: T) => askings[place]?.resolve(data), askings };
}

it('a change asks anew for what is shown at its key or below it, and for the rest when it is shown next', async () => {
  const client = new QueryClient();
  const keys = [['bought'], ['bought', 'services'], ['bought', 'services', 'a'], ['plans']];
  const asks = keys.map((queryKey) => {
    const queryFn = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
    return { queryFn, watch: new Watch(client, { queryKey, queryFn }, () => {}), queryKey };
  });
  const times = () => asks.map(({ queryFn }) => queryFn.mock.calls.length);
  await settle();
  asks[2]?.watch.end();
  await client.invalidateQueries({ queryKey: ['bought', 'services'] });
  expect(times()).toEqual([1, 2, 1, 1]);
  const again = asks[2];
  if (again !== undefined) new Watch(client, again, () => {});
  expect(times()).toEqual([1, 2, 2, 1]);
  await client.invalidateQueries({ queryKey: ['bought'], exact: true });
  expect(times()).toEqual([2, 2, 2, 1]);
});

it('an answer that was asked for before a change does not take the place of one asked for after it', async () => {
  const client = new QueryClient();
  const { ask, answer } = asked<string>();
  const query = queryOptions({ queryKey: ['list'], queryFn: ask });
  const watch = new Watch(client, query, () => {});
  answer(0, 'first');
  await settle();
  const early = watch.ask();
  const changed = client.invalidateQueries(query);
  answer(2, 'after');
  await changed;
  answer(1, 'before');
  await settle();
  expect(client.getQueryData(query.queryKey)).toBe('after');
  await expect(early).resolves.toBe('before');
});

it('whoever waits for an asking that a newer one took the place of gets the newer answer', async () => {
  const client = new QueryClient();
  const { ask, answer, askings } = asked<string>();
  const watch = new Watch(client, { queryKey: ['list'], queryFn: ask }, () => {});
  answer(0, 'first');
  await settle();
  const early = watch.ask();
  void watch.ask();
  askings[1]?.reject(new DOMException('called off', 'AbortError'));
  await settle();
  answer(2, 'second');
  await expect(early).resolves.toBe('second');
});

it('what is shown ahead of a change stands against an answer that was on its way', async () => {
  const client = new QueryClient();
  const { ask, answer } = asked<string>();
  const query = queryOptions({ queryKey: ['list'], queryFn: ask });
  const watch = new Watch(client, query, () => {});
  answer(0, 'as it was');
  await settle();
  void watch.ask().catch(() => undefined);
  client.cancelQueries(query);
  client.setQueryData(query.queryKey, (before) => `${before}, and more`);
  answer(1, 'as it was');
  await settle();
  expect(client.getQueryData(query.queryKey)).toBe('as it was, and more');
});

it('what is taken out of nothing stays nothing', () => {
  const client = new QueryClient();
  const { queryKey } = queryOptions({ queryKey: ['list'], queryFn: () => Promise.resolve([1]) });
  client.setQueryData(queryKey, (list) => list?.filter(() => false));
  expect(client.getQueryData(queryKey)).toBeUndefined();
});

it('what failed is given up and asked anew where it is shown; what is known stays', async () => {
  const client = new QueryClient();
  const fail = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  const good = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
  new Watch(client, { queryKey: ['failing'], queryFn: fail }, () => {});
  new Watch(client, { queryKey: ['good'], queryFn: good }, () => {});
  await settle();
  client.forgetFailures();
  expect(client.query({ queryKey: ['failing'] }).state).toMatchObject({ error: null, isFetching: true });
  await settle();
  expect([fail.mock.calls.length, good.mock.calls.length]).toEqual([2, 1]);
});

it('what was known before a failure stands while it is asked for anew', async () => {
  const client = new QueryClient();
  const { ask, answer, askings } = asked<string>();
  const options = { queryKey: ['user'], queryFn: ask };
  new Watch(client, options, () => {});
  answer(0, 'Ada');
  await settle();
  const again = client.invalidateQueries();
  askings[1]?.reject(new Error('away'));
  await again;
  expect(client.query(options).state).toMatchObject({ data: 'Ada', error: { message: 'away' } });
  client.forgetFailures();
  expect(client.query(options).state).toMatchObject({ data: 'Ada', isFetching: true });
  answer(2, 'Ada L.');
  await settle();
  expect(client.query(options).state).toMatchObject({ data: 'Ada L.', error: null });
});

it('whatever was known of somebody else is forgotten and asked anew', async () => {
  const client = new QueryClient();
  const { ask, answer } = asked<string>();
  new Watch(client, { queryKey: ['user'], queryFn: ask }, () => {});
  answer(0, 'Ada');
  await settle();
  const begun = client.resetQueries();
  expect(client.getQueryData(['user'])).toBeUndefined();
  answer(1, 'Grace');
  await begun;
  expect(client.getQueryData(['user'])).toBe('Grace');
});

it('what is fetched for later is not fetched while it is fresh, and says nothing of its failure', async () => {
  const client = new QueryClient();
  const fail = vi.fn<() => Promise<never>>(() => Promise.reject(new Error('no')));
  const good = vi.fn<() => Promise<number>>(() => Promise.resolve(1));
  await client.prefetchQuery({ queryKey: ['failing'], queryFn: fail });
  await client.prefetchQuery({ queryKey: ['good'], queryFn: good });
  await expect(client.fetchQuery({ queryKey: ['good'], queryFn: good })).resolves.toBe(1);
  expect(good).toHaveBeenCalledTimes(1);
  await expect(client.fetchQuery({ queryKey: ['failing'], queryFn: fail })).rejects.toThrow('no');
});

it('after an outage each read that failed or is stale is sent once, and what is fresh is not', async () => {
  const client = new QueryClient();
  const reads = ['unknown', 'known', 'stale', 'fresh'].map((name) => {
    const queryFn = vi.fn<() => Promise<string>>(() => Promise.resolve(name));
    return { queryFn, queryKey: [name] };
  });
  const [unknown, known, , fresh] = reads;
  unknown?.queryFn.mockRejectedValueOnce(new Error('away'));
  const watches = reads.map((options) => new Watch(client, options, () => {}));
  await vi.advanceTimersByTimeAsync(5000);
  known?.queryFn.mockRejectedValueOnce(new Error('away'));
  await watches[1]?.ask().catch(() => undefined);
  await watches[3]?.ask();
  for (const { queryFn } of reads) queryFn.mockClear();
  client.reconnected();
  await settle();
  expect(reads.map(({ queryFn }) => queryFn.mock.calls.length)).toEqual([1, 1, 1, 0]);
  expect(client.getQueryData(['unknown'])).toBe('unknown');
  expect(fresh?.queryFn).not.toHaveBeenCalled();
});
