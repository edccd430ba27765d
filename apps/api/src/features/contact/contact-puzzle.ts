import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** About 65,000 hashes on average: a part of a second on a phone, and a price for who sends thousands. */
export const puzzleBits = 16;
const shortestMs = 2_000;
const longestMs = 3600_000;

/** `<milliseconds since 1970>.<random>.<MAC>`, so that nothing has to be kept about a puzzle that nobody solves. */
export function makePuzzle(secret: Uint8Array, now: Date): string {
  const content = `${now.getTime()}.${randomBytes(9).toString('base64url')}`;
  return `${content}.${macOf(secret, content)}`;
}

/** True for a puzzle of ours that is solved, neither faster than a person writes nor after its hour. */
export function isSolved(
  secret: Uint8Array,
  { puzzle, solution }: { readonly puzzle: string; readonly solution: string },
  now: Date,
): boolean {
  const end = puzzle.lastIndexOf('.');
  const [content, mac] = [puzzle.slice(0, Math.max(end, 0)), Buffer.from(puzzle.slice(end + 1))];
  const expected = Buffer.from(macOf(secret, content));
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return false;
  const age = now.getTime() - Number(content.split('.', 1)[0]);
  return age >= shortestMs && age <= longestMs && leadingZeros(`${puzzle}.${solution}`) >= puzzleBits;
}

function macOf(secret: Uint8Array, content: string): string {
  return createHmac('sha256', secret).update(`puzzle\n${content}`).digest('base64url');
}

function leadingZeros(text: string): number {
  const first = hash('sha256', text, 'buffer').readUInt32BE();
  return Math.clz32(first);
}
