import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';

/** Tries between two pauses, in which the page stays in use: some milliseconds' worth. */
const TRIES = 2000;

/** Solves the ALTCHA challenge of a message without a sign-in (`showContactPuzzle` of the contract). */
export async function solvePuzzle(challenge: Challenge): Promise<Solution> {
  let tried = 0;
  const solution = await solveChallenge({
    challenge,
    // No limit: in a tab in the background each pause can take a second.
    timeout: 0,
    // Not altcha-lib's own, which is `crypto.subtle`: it takes far longer for many short texts, and is missing at an address of a LAN.
    deriveKey: async ({ cost, keyLength }, salt, password) => {
      tried += 1;
      if (tried % TRIES === 0) await new Promise((resolve) => setTimeout(resolve));
      let key = concatBytes(salt, password);
      for (let round = 0; round < cost; round += 1) key = sha256(key);
      return { derivedKey: key.slice(0, keyLength) };
    },
  });
  if (solution === null) throw new Error('The challenge was not solved');
  return solution;
}
