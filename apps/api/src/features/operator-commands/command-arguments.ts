import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/** The arguments after a command's name. */
export type CommandArguments = readonly string[];

/**
 * Reads `ID --name value --flag …`: exactly `positions` positional arguments, and only the listed options and flags. Throws an Error with a
 * message for the operator.
 */
export function readArguments<
  const Names extends readonly string[],
  const Flags extends readonly string[] = readonly [],
>(
  args: CommandArguments,
  given: { readonly positions: readonly string[]; readonly options: Names; readonly flags?: Flags },
): {
  readonly named: readonly string[];
  readonly options: { readonly [Name in Names[number]]?: string };
  readonly flags: ReadonlySet<Flags[number]>;
} {
  const flagNames: readonly string[] = given.flags ?? [];
  const options: ParsedOptions = {
    ...Object.fromEntries(given.options.map((name) => [name, { type: 'string' as const }])),
    ...Object.fromEntries(flagNames.map((name) => [name, { type: 'boolean' as const }])),
  };
  const { positionals, values } = parse(args, options, [...given.options, ...flagNames]);
  if (positionals.length !== given.positions.length) {
    throw new Error(
      `Expected ${given.positions.join(' ') || 'no arguments'}, got ${positionals.join(' ') || 'none'}`,
    );
  }
  return {
    named: positionals,
    options: values as { [Name in Names[number]]?: string },
    flags: new Set(flagNames.filter((name) => values[name] === true)),
  };
}

type ParsedOptions = Record<string, { readonly type: 'string' | 'boolean' }>;

/** Calls `parseArgs` and rewords the errors of Node.js (`util.parseArgs`, errors `ERR_PARSE_ARGS_…`). */
function parse(args: CommandArguments, options: ParsedOptions, known: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    const named = /'(--?[^'\s=]+)/.exec(error.message)?.[1] ?? '';
    if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
      throw new Error(`${named} needs a value, as in ${named}=VALUE`, { cause: error });
    if (error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error;
    if (/^-\d/.test(named)) {
      const number = args.find((word) => word.startsWith(named)) ?? named;
      throw new Error(`Negative numbers aren’t allowed here: ${number}`, { cause: error });
    }
    const others =
      known.length === 0
        ? 'this command has no options'
        : `use ${known.map((name) => `--${name}`).join(', ')}`;
    throw new Error(
      `Unknown option ${named}: ${others}. Put arguments that start with - at the end, after --`,
      { cause: error },
    );
  }
}

/** `11.99` → 1199. */
export function readMoney(text: string): number {
  if (!/^\d{1,6}\.\d{2}$/.test(text))
    throw new Error(
      `Not an amount: ${text}. Use dollars and cents with a dot and two decimals, such as 11.99`,
    );
  const amount = Number(text.replace('.', ''));
  if (amount === 0) throw new Error('The amount must be more than 0.00');
  return amount;
}

/** Parses a whole number from `min` to `max`; throws an error for the operator otherwise. */
export function readWhole(
  text: string,
  { min, max }: { readonly min: number; readonly max: number },
): number {
  const value = Number(text);
  if (!/^\d{1,9}$/.test(text) || value < min || value > max)
    throw new Error(`Not a whole number from ${min} to ${max}: ${text}`);
  return value;
}

/** `yes` → true, `no` → false; throws otherwise. */
export function readYesNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new Error(`Use yes or no instead of ${text}`);
  return text === 'yes';
}

/** `2026-12-24` or a full ISO 8601 time; a day begins at midnight in UTC. */
export function readTime(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/.test(text) || Number.isNaN(at.getTime()))
    throw new Error(`Not a day such as 2026-12-24, or a time such as 2026-12-24T18:00Z: ${text}`);
  return at;
}

/** `23.55S` → -23.55. `sides` are the letters of the positive and the negative side. */
export function readDegrees(
  text: string,
  max: number,
  [positive, negative]: readonly [string, string],
): number {
  const [, digits, side] = /^(\d{1,3}(?:\.\d{1,4})?)([A-Z])$/.exec(text) ?? [];
  const degrees = Number(digits);
  if (degrees > max || digits === undefined || (side !== positive && side !== negative))
    throw new Error(`Not degrees up to ${max}, such as 23.55${negative}: ${text}`);
  return side === negative ? -degrees : degrees;
}

/** Returns whether a text has the form of a row's id: a UUID. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'File not found: {file}',
  EISDIR: '{file} is a folder, not a file',
  EACCES: 'You don’t have permission to read {file}',
};

/** Reads a text file given by the operator. */
export async function readTextFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const sentence = unreadable[code] ?? `Couldn’t read {file} (${code})`;
    throw new Error(
      sentence.replace('{file}', () => file),
      { cause: error },
    );
  }
}

/** Parses a given text; returns undefined if there is none. */
export function readIf<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

/** Returns an amount in cents as a decimal number with two digits: 499 is `4.99`. */
export const dollars = (amount: number): string => (amount / 100).toFixed(2);

/** Formats rows under their headings, in columns. Control characters and line breaks are removed from cells. */
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
