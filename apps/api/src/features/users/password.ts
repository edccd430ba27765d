import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createHashing } from '../../platform/hashing/hashing.ts';

/** argon2id as OWASP's Password Storage Cheat Sheet asks for: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  hash(password: string): Promise<string>;
  /** With `null` it compares against nothing, costs the same and says no. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

/**
 * Hashing with a pepper that the database does not hold. Fewer at a time than there are cores, so that a wave of sign-ins
 * slows sign-ins, not everything else.
 */
export function createPasswords(pepper: Uint8Array): Passwords {
  const options = { ...parameters, secret: pepper };
  const hashing = createHashing(Math.max(1, availableParallelism() - 1));
  const stranger = hashing.hash(randomBytes(32), options);
  return {
    hash: (password) => hashing.hash(password, options),
    async verify(stored, password) {
      const against = stored ?? (await stranger);
      const matches = await hashing.verify(against, password, options);
      return matches && stored !== null;
    },
  };
}
