import { expect, test } from 'vitest';
import { limitArchives } from './export-data.route.ts';

const nothing = () => Promise.resolve(1);

test('reads two archives at a time', async () => {
  const { open } = limitArchives();
  const reads = Array.from({ length: 3 }, () => Promise.withResolvers<number>());
  let begun = 0;
  const opened = reads.map(({ promise }, index) =>
    open(`user ${index}`, new AbortController().signal, () => {
      begun += 1;
      return promise;
    }),
  );
  expect(begun).toBe(2);
  reads[0]?.resolve(7);
  expect(await opened[0]).toBe(7);
  expect(begun).toBe(3);
  for (const { resolve } of reads) resolve(8);
  expect(await Promise.all(opened)).toEqual([7, 8, 8]);
});

test('refuses a second archive of an account and an eleventh in total until a response has ended', async () => {
  const { open } = limitArchives();
  const responses = Array.from({ length: 10 }, () => new AbortController());
  for (const [index, { signal }] of responses.entries())
    expect(await open(`user ${index}`, signal, nothing)).toBe(1);
  const { signal } = new AbortController();
  expect(await open('user 10', signal, nothing)).toBeNull();
  responses[3]?.abort();
  await expect.poll(() => open('user 10', signal, nothing)).toBe(1);
  expect(await open('user 3', signal, nothing)).toBeNull();
  responses[4]?.abort();
  await expect.poll(() => open('user 4', signal, nothing)).toBe(1);
  responses[5]?.abort();
  await expect.poll(() => open('user 6', signal, nothing)).toBeNull();
});

test('a client that disconnects does not make room before the read ends', async () => {
  const { open } = limitArchives();
  const read = Promise.withResolvers<number>();
  const response = new AbortController();
  const opened = open('user', response.signal, () => read.promise);
  response.abort();
  const { signal } = new AbortController();
  expect(await open('user', signal, nothing)).toBeNull();
  read.resolve(1);
  await opened;
  await expect.poll(() => open('user', signal, nothing)).toBe(1);
});
