import { api } from '@comet/contract';
import type { Reply } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPasswords, PASSWORD_COST } from '../../src/features/users/index.ts';
import { type ApiUnderTest, makeUser, startApi, type TestUser } from '../fixture/api-fixture.ts';

let under: ApiUnderTest;
let requester: TestUser;
beforeAll(async () => {
  // Compares processing times with the product's cost of a hash.
  under = await startApi({}, { passwordCost: PASSWORD_COST });
  requester = await makeUser(under);
});
afterAll(() => under.stop());

let strangers = 0;
const unknownEmail = () => `stranger-${(strangers += 1)}@example.com`;
const password = 'correct horse battery staple';

/** Every request with an email address whose response must not reveal whether it has an account. */
const questions = {
  'signing in': (email: string) => under.call(api.logIn, { body: { email, password: 'not the password' } }),
  registering: (email: string) => under.call(api.signUp, { body: { email, password } }),
  'a forgotten password': (email: string) => under.call(api.requestPasswordReset, { body: { email } }),
  'another verification mail': (email: string) => under.call(api.requestVerification, { body: { email } }),
  'changing to it': (email: string) =>
    under.call(api.requestEmailChange, { body: { email, currentPassword: password } }, requester),
} as const;
const entries = Object.entries(questions);

/** Returns a response without its random parts. */
function shapeOf({ status, headers, text }: Reply) {
  const shown = Object.fromEntries(headers);
  for (const varying of ['x-request-id', 'date']) delete shown[varying];
  return { status, shown, text: text.replace(/"access_token":"[\w-]{43}"/, '"access_token":"…"') };
}

describe('6.3.8: responses do not reveal whether an address has an account', () => {
  test.each(entries)('by the response to %s', async (_, request) => {
    const { email } = await makeUser(under);
    expect(shapeOf(await request(email))).toEqual(shapeOf(await request(unknownEmail())));
  });

  test.each(entries)('by the processing time of %s', async (_, request) => {
    const rounds = 9;
    const known: string[] = [];
    for (let round = 0; round < rounds; round += 1) known.push((await makeUser(under)).email);
    await request(unknownEmail());
    const ours: number[] = [];
    const theirs: number[] = [];
    for (const email of known) {
      ours.push(await processorTime(() => request(email)));
      theirs.push(await processorTime(() => request(unknownEmail())));
    }
    // An additional password hash for one of the two would add a whole unit; smaller differences are noise.
    const difference = Math.abs(median(ours) - median(theirs));
    expect(difference).toBeLessThan(0.75 * (await costOfHashing(rounds)));
  });
});

/** Measures the time of hashing one password. */
async function costOfHashing(rounds: number): Promise<number> {
  const { hash } = createPasswords(new Uint8Array(32));
  await hash(password);
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) costs.push(await processorTime(() => hash(password)));
  return median(costs);
}

/**
 * Returns the processor time of a request in ms, over all threads. Unlike wall-clock time it does not depend
 * on other processes of the machine.
 */
async function processorTime(request: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await request();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
