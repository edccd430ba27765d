import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { expect, test, vi } from 'vitest';
import { solvePuzzle } from './visitor-support.tsx';

const hmacSignatureSecret = 'a secret of this test';

test("altcha-lib's own check accepts the solution, for each cost and length of a key", async () => {
  for (const [cost, keyLength] of [
    [1, 32],
    [3, 16],
  ] as const) {
    const parameters = {
      algorithm: 'SHA-256',
      cost,
      keyLength,
      keyPrefix: '00',
      deriveKey,
      hmacSignatureSecret,
    };
    const challenge = await createChallenge(parameters);
    const solution = await solvePuzzle(challenge);
    expect(await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret })).toMatchObject({
      verified: true,
    });
  }
});

test('pauses every 2,000 tries, so that the page stays responsive', async () => {
  const pauses = vi.spyOn(globalThis, 'setTimeout');
  // A fake clock: altcha-lib's own pauses, after 200 ms each, do not count.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const [nonce, salt] = ['00'.repeat(16), '0d'.repeat(16)];
  const parameters = { algorithm: 'SHA-256', nonce, salt, cost: 1, keyLength: 32, keyPrefix: '0000' };
  expect(await solvePuzzle({ parameters })).toMatchObject({ counter: 4996 });
  expect(pauses).toHaveBeenCalledTimes(2);
  clock.mockRestore();
  pauses.mockRestore();
});
