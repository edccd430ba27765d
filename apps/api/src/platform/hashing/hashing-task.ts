import type { Options } from '@node-rs/argon2';

/** A task for a hashing thread: a password to compare with a stored hash, or to hash if `stored` is null. */
export interface HashingTask {
  readonly id: number;
  readonly stored: string | null;
  readonly password: string | Uint8Array;
  readonly options: Options;
}

export type HashingResult =
  | { readonly id: number; readonly value: string | boolean }
  | { readonly id: number; readonly error: string };
