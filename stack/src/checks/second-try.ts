import { stripVTControlCharacters } from 'node:util';

/** Begins the line of a test that passed only at another try. */
export const SECOND_TRY = 'Passed only at another try: ';

/** Prefix of the line with a skipped test and its reason. */
export const SKIPPED = 'Skipped: ';

/** What a try failed of. */
export interface Failure {
  readonly message?: string | undefined;
  /** Of the test's file, or of one that it calls. */
  readonly line?: number | undefined;
}

/** Characters of a failure that are told: enough to see which of a test's hopes it was, and what came instead. */
const longest = 240;

/** A test that passed only at another try, in one line, with what its first try failed of: nothing else is left of that. */
export function secondTry(name: string, { message, line }: Failure = {}): string {
  if (message === undefined) return name;
  const words = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  const told = words.length > longest ? `${words.slice(0, longest)}…` : words;
  return `${name} (${line === undefined ? '' : `line ${line}: `}${told})`;
}
