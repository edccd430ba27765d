import { createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';

/** About 65,000 hashes on average: a part of a second on a phone, and a price for who sends thousands. */
const difficulty = { algorithm: 'SHA-256', cost: 1, keyPrefix: '0000' } as const;
const shortestMs = 2_000;
const longestMs = 3600_000;

type Solved = Pick<Parameters<typeof verifySolution>[0], 'challenge' | 'solution'>;

/** An ALTCHA challenge (version 2), signed, so that nothing has to be kept about one that nobody solves. */
export async function makePuzzle(secret: Uint8Array, now: Date) {
  // Not `expiresAt`, which is held against the machine's clock: ours is the database's.
  const data = { issuedAt: now.getTime() };
  const hmacSignatureSecret = signatureSecret(secret);
  const { parameters, signature = '' } = await createChallenge({
    ...difficulty,
    deriveKey,
    hmacSignatureSecret,
    data,
  });
  return { parameters: { ...parameters, data }, signature };
}

/** True for a puzzle of ours that is solved, neither faster than a person writes nor after its hour. */
export async function isSolved(secret: Uint8Array, solved: Solved, now: Date): Promise<boolean> {
  const age = now.getTime() - Number(solved.challenge.parameters.data?.['issuedAt']);
  if (!(age >= shortestMs && age <= longestMs)) return false;
  const hmacSignatureSecret = signatureSecret(secret);
  return (await verifySolution({ ...solved, deriveKey, hmacSignatureSecret })).verified;
}

const signatureSecret = (secret: Uint8Array) =>
  createHmac('sha256', secret).update('contact puzzle').digest('base64url');
