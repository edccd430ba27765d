/** Reading speed for technical text, in words per minute. */
const WORDS_A_MINUTE = 220;

/** Minutes that a text takes, at least one. */
export function readingMinutes(text: string): number {
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_A_MINUTE));
}
