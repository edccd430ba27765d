import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/**
 * Password checks only, with a pepper and the API's concurrency and parameters. The argument is the duration in seconds, the output the
 * checks per second.
 */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, secret: Buffer.alloc(32, 7) };
const password = 'correct horse battery staple';
const stored = await hash(password, options);
const workers = Math.max(1, availableParallelism() - 1);

async function check(seconds: number): Promise<number> {
  let count = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) {
        count += 1;
        if (!(await verify(stored, password, options))) throw new Error('The password does not match');
      }
    }),
  );
  return (count * 1000) / (performance.now() - started);
}

process.on('message', (seconds: number) => void check(seconds).then((rate) => process.send?.(rate)));
