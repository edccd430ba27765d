/** Characters of a program's output that fit into one line of the log. */
const longest = 400;

/**
 * The last lines of a program that ended before it served anybody, as `: …` behind the reason; empty where it wrote nothing. Addresses
 * are left out: a connection may have come before the program ended. `output` null: it is not to be known.
 */
export function lastWords(output: string | null): string {
  const lines = (output ?? '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-3)
    .join(' | ');
  if (lines === '') return '';
  const plain = lines
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|(?:[0-9a-f]{0,4}:){2,}[0-9a-f:.]*/gi, '[address]');
  return `: ${plain.slice(-longest)}`;
}
