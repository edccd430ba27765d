import { verify } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createHashing } from './hashing.ts';

const options = { memoryCost: 1024, timeCost: 1, parallelism: 1, secret: Buffer.alloc(32, 7) };
const stalling = (script: string) => new URL(`data:text/javascript,${encodeURIComponent(script)}`);

test('verifies its own hashes and those of the library, and nothing else', async () => {
  const { hash, verify: check } = createHashing(1);
  const stored = await hash('correct horse', options);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
  expect(await verify(stored, 'correct horse', options)).toBe(true);
  expect(await check(stored, 'correct horse', options)).toBe(true);
  expect(await check(stored, 'wrong horse', options)).toBe(false);
  expect(await check(stored, 'correct horse', { ...options, secret: Buffer.alloc(32, 8) })).toBe(false);
});

test('returns each of many concurrent results to its caller', async () => {
  const hashing = createHashing(2);
  const stored = await Promise.all(
    Array.from({ length: 12 }, (_, n) => hashing.hash(`password ${n}`, options)),
  );
  const matches = await Promise.all(stored.map((hash, n) => hashing.verify(hash, `password ${n}`, options)));
  expect(new Set(stored).size).toBe(12);
  expect(matches).toEqual(stored.map(() => true));
});

test('an unverifiable hash fails only its own task', async () => {
  const hashing = createHashing(1);
  const [broken, fine] = await Promise.allSettled([
    hashing.verify('not a hash', 'password', options),
    hashing.hash('password', options),
  ]);
  expect(broken.status).toBe('rejected');
  expect(fine.status).toBe('fulfilled');
});

test('runs at most the allowed threads, each with only one queued task', async () => {
  // Replies to each task with the thread's id and the number of its queued tasks.
  const counting = stalling(`
    import { parentPort, threadId } from 'node:worker_threads';
    let inHand = 0;
    parentPort.on('message', ({ id }) => {
      inHand += 1;
      setTimeout(() => parentPort.postMessage({ id, value: threadId + ' ' + inHand-- }), 5);
    });`);
  const hashing = createHashing(2, counting);
  const responses = await Promise.all(Array.from({ length: 12 }, () => hashing.hash('password', options)));
  const seen = responses.map((response) => response.split(' ').map(Number));
  expect(new Set(seen.map(([thread]) => thread)).size).toBe(2);
  expect(Math.max(...seen.map(([, inHand]) => inHand ?? 0))).toBe(2);
});

test('alternates between comparisons and new hashes for any queue lengths', async () => {
  const telling = stalling(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, stored }) => setTimeout(() => parentPort.postMessage({ id, value: stored !== null }), 1));`);
  const hashing = createHashing(1, telling);
  const order: string[] = [];
  const line = (what: string, work: Promise<unknown>) => work.then(() => order.push(what));
  await Promise.all([
    ...Array.from({ length: 20 }, () => line('hash', hashing.hash('password', options))),
    ...Array.from({ length: 3 }, () => line('check', hashing.verify('stored', 'password', options))),
  ]);
  // The first two tasks were sent to the thread before the others were queued.
  expect(order.slice(0, 8)).toEqual(['hash', 'hash', 'check', 'hash', 'check', 'hash', 'check', 'hash']);
});

test('a thread that exits fails its own tasks, and the next task gets a new one', async () => {
  const dying = stalling(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ id, password }) =>
      password === 'end' ? process.exit(1) : parentPort.postMessage({ id, value: 'done' }));`);
  const hashing = createHashing(1, dying);
  await expect(hashing.hash('end', options)).rejects.toThrow('A hashing thread ended');
  expect(await hashing.hash('password', options)).toBe('done');
});
