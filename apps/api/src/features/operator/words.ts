import { parseArgs } from 'node:util';

/** The words after a command's name. */
export type Words = readonly string[];

/**
 * Reads `ID --name value …`: exactly `positions` plain words, and no option but those named. Throws a sentence for the operator.
 */
export function readWords<const Names extends readonly string[]>(
  words: Words,
  given: { readonly positions: readonly string[]; readonly options: Names },
): { readonly named: readonly string[]; readonly options: { readonly [Name in Names[number]]?: string } } {
  const options = Object.fromEntries(given.options.map((name) => [name, { type: 'string' as const }]));
  const { positionals, values } = parseArgs({ args: [...words], options, allowPositionals: true });
  if (positionals.length !== given.positions.length) {
    throw new Error(
      `Expected ${given.positions.join(' ') || 'no words'}, got ${positionals.join(' ') || 'none'}`,
    );
  }
  return { named: positionals, options: values as { [Name in Names[number]]?: string } };
}

/** `11.99` → 1199. */
export function readMoney(text: string): number {
  if (!/^\d{1,6}\.\d{2}$/.test(text)) throw new Error(`Not an amount in dollars like 11.99: ${text}`);
  const amount = Number(text.replace('.', ''));
  if (amount === 0) throw new Error('An amount of nothing');
  return amount;
}

export function readWhole(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min || value > max)
    throw new Error(`Not a whole number from ${min} to ${max}: ${text}`);
  return value;
}

export function readYesNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new Error(`Say yes or no instead of ${text}`);
  return text === 'yes';
}

/** `2026-12-24` or a full ISO 8601 time; a day begins at midnight in UTC. */
export function readTime(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error(`Not a day like 2026-12-24, or a time like 2026-12-24T18:00Z: ${text}`);
  return at;
}

/** `23.55S` → -23.55. `sides` are the letter of the positive side and that of the negative one. */
export function readDegrees(
  text: string,
  most: number,
  [positive, negative]: readonly [string, string],
): number {
  const [, digits, side] = /^(\d{1,3}(?:\.\d{1,4})?)([A-Z])$/.exec(text) ?? [];
  const degrees = Number(digits);
  if (degrees > most || digits === undefined || (side !== positive && side !== negative))
    throw new Error(`Not degrees up to ${most} like 23.55${negative}: ${text}`);
  return side === negative ? -degrees : degrees;
}

/** What was given, read; undefined where nothing was. */
export function readIf<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

export const dollars = (amount: number): string => (amount / 100).toFixed(2);

/** Rows under their headings, in columns. What people wrote can move no cursor and begin no line. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows].map((row) => row.map((cell) => cell.replaceAll(/\p{C}/gu, '')));
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
