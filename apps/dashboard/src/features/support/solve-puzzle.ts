import { sha256 } from '@noble/hashes/sha2.js';

/** Tries between two pauses, in which the page stays in use: some milliseconds' worth. */
const TRIES = 2000;
const encoder = new TextEncoder();

/**
 * Solves the task of a message without a sign-in (`showContactPuzzle` of the contract). Not by `crypto.subtle`, which takes far longer for
 * many short texts, and is missing at an address of a LAN.
 */
export async function solvePuzzle({
  puzzle,
  bits,
}: {
  readonly puzzle: string;
  readonly bits: number;
}): Promise<string> {
  const begun = sha256.create().update(encoder.encode(`${puzzle}.`));
  for (let tried = 0; ; tried += 1) {
    const solution = String(tried);
    const digest = begun.clone().update(encoder.encode(solution)).digest();
    const first = new DataView(digest.buffer, digest.byteOffset).getUint32(0);
    if (Math.clz32(first) >= bits) return solution;
    if (tried % TRIES === 0) await new Promise((resolve) => setTimeout(resolve));
  }
}
