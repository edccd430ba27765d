import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

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
  const inTurn = atMost(Math.max(1, availableParallelism() - 1));
  const stranger = hash(randomBytes(32), options);
  return {
    hash: (password) => inTurn(() => hash(password, options)),
    async verify(stored, password) {
      const against = stored ?? (await stranger);
      const matches = await inTurn(() => verify(against, password, options));
      return matches && stored !== null;
    },
  };
}

function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // A finished one hands its place to the next, so the count changes only when nobody waits.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
