import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { beforeAll, expect, test } from 'vitest';
import { isSolved, makePuzzle } from './contact.route.ts';

const secret = new Uint8Array(32).fill(5);
const made = new Date('2026-11-22T12:00:00Z');
const after = (seconds: number) => new Date(made.getTime() + seconds * 1000);

let challenge: Challenge;
let solution: Solution;
const solve = async (given: Challenge): Promise<Solution> => {
  const found = await solveChallenge({ challenge: given, deriveKey });
  if (found === null) throw new Error('not solved');
  return found;
};
beforeAll(async () => {
  challenge = await makePuzzle(secret, made);
  solution = await solve(challenge);
});

const changed = (parameters: Partial<Challenge['parameters']>): Challenge => ({
  ...challenge,
  parameters: { ...challenge.parameters, ...parameters },
});

test('accepts a solved puzzle from two seconds to one hour after its creation', async () => {
  for (const [seconds, counts] of [
    [1.9, false],
    [2, true],
    [3600, true],
    [3601, false],
  ] as const)
    expect([seconds, await isSolved(secret, { challenge, solution }, after(seconds))]).toEqual([
      seconds,
      counts,
    ]);
});

test('rejects another solution, secret or date, a missing prefix, a lower cost, and a missing signature', async () => {
  const wrong = { ...solution, counter: solution.counter + 1 };
  expect(await isSolved(secret, { challenge, solution: wrong }, after(60))).toBe(false);
  expect(await isSolved(new Uint8Array(32), { challenge, solution }, after(60))).toBe(false);
  const forged = [
    changed({ data: { issuedAt: after(1800).getTime() } }),
    changed({ keyPrefix: '00' }),
    changed({ data: {} }),
    { parameters: challenge.parameters },
    { ...challenge, signature: '' },
  ];
  for (const one of forged)
    expect([one, await isSolved(secret, { challenge: one, solution }, after(1860))]).toEqual([one, false]);
});

test('rejects a key without the prefix for any counter', async () => {
  const { derivedKey } = await deriveKey(
    challenge.parameters,
    Buffer.from(challenge.parameters.salt, 'hex'),
    Buffer.concat([Buffer.from(challenge.parameters.nonce, 'hex'), Buffer.alloc(4)]),
  );
  const unsolved = { counter: 0, derivedKey: Buffer.from(derivedKey).toString('hex') };
  expect(unsolved.derivedKey.startsWith('0000')).toBe(false);
  expect(await isSolved(secret, { challenge, solution: unsolved }, after(60))).toBe(false);
});
