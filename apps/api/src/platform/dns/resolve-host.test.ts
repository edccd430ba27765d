import { expect, test } from 'vitest';
import { createHostResolver } from './resolve-host.ts';

test('resolves a host once a minute, and keeps its addresses while the resolver fails', async () => {
  let time = 0;
  const responses: (string[] | Error)[] = [['198.51.100.7'], new Error('no answer'), ['198.51.100.8']];
  const resolve = () => {
    const response = responses.shift() ?? [];
    return response instanceof Error ? Promise.reject(response) : Promise.resolve(response);
  };
  const of = createHostResolver(resolve, () => time);
  expect([await of('db'), await of('db')]).toEqual([['198.51.100.7'], ['198.51.100.7']]);
  time += 60_000;
  expect(await of('db')).toEqual(['198.51.100.7']);
  time += 60_000;
  expect(await of('db')).toEqual(['198.51.100.8']);
});
