import { stripVTControlCharacters } from 'node:util';

/** Prefix of the line of a test that passed only on retry. */
export const RETRIED = 'Passed only at another try: ';

/** Prefix of the line of a test that failed at every attempt. */
export const FAILED = 'Failed: ';

/** Prefix of the line with a skipped test and its reason. */
export const SKIPPED = 'Skipped: ';

/** The failure of an attempt. */
export interface Failure {
  readonly message?: string | undefined;
  /** Line in the test's file or in a file that it calls. */
  readonly line?: number | undefined;
}

/** Maximum characters of a printed failure: enough for the failed expectation and the actual value. */
const maxLength = 240;

/** Returns one line about a failed test, or one that passed only on retry, with the failure of the first attempt. */
export function describeFailure(name: string, { message, line }: Failure = {}): string {
  if (message === undefined) return name;
  const words = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  const text = words.length > maxLength ? `${words.slice(0, maxLength)}…` : words;
  return `${name} (${line === undefined ? '' : `line ${line}: `}${text})`;
}
