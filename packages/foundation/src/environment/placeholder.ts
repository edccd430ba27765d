/** Brackets, and words and domains of examples. */
const placeholder =
  /[[\]{}<>]|\b(?:sample|placeholder|todo|lorem)\b|\bexample\b|\.(?:example|invalid|test)\b/i;

/** Returns whether a value of the company in the legal pages is one of an example. */
export const isPlaceholder = (value: string): boolean => placeholder.test(value);
