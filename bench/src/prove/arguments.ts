import { parseArgs } from 'node:util';
import { err, ok, type Result } from '@comet/foundation';

interface ProveArguments {
  /** The chosen rows by name, in the order of `all`. */
  readonly names: readonly string[];
  /** The folder of `prove.json`, as given; null for the committed results. */
  readonly out: string | null;
  /** Folder for the built packages, which a later run reuses; null for a temporary one. */
  readonly packages: string | null;
}

const USAGE = 'npm run prove takes names of rows, --out DIR and --packages DIR, after `--`.';

/** Parses the arguments after `npm run prove --`; without names, all rows are chosen. The error is one or two sentences. */
export function parseProveArguments(
  args: readonly string[],
  all: readonly string[],
): Result<ProveArguments, string> {
  const text = { type: 'string' } as const;
  let parsed: { values: { out?: string; packages?: string }; positionals: string[] };
  try {
    const options = { out: text, packages: text };
    parsed = parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    return err(`${error instanceof Error ? error.message : String(error)} ${USAGE}`);
  }
  const { values, positionals } = parsed;
  const unknown = positionals.filter((name) => !all.includes(name));
  if (unknown.length > 0)
    return err(`There is no row called ${unknown.join(', ')}. There are: ${all.join(', ')}.`);
  const names = positionals.length === 0 ? all : all.filter((name) => positionals.includes(name));
  return ok({ names, out: values.out ?? null, packages: values.packages ?? null });
}
