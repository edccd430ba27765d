import * as z from 'zod/mini';
import { err, ok, type Result } from './result.ts';

/** Description of a variable besides its schema. */
interface VariableNotes {
  /** Description of valid values, as it follows "must be". */
  readonly must: string;
  /** The purpose, in Markdown: a cell of the table in the documents. */
  readonly meaning: string;
  /** The default in Markdown, if the program derives it from something else. */
  readonly otherwise?: string;
  /** Its name in the previous release, which this release still reads. */
  readonly formerly?: string;
}

const notes = z.registry<VariableNotes>();

/** Declares an environment variable of a program; a `z.object` contains all of them. The schema parses a text that is not empty. */
export function variable<S extends z.ZodMiniType>(schema: S, about: VariableNotes): S {
  // A copy, since one schema may serve several variables.
  const own = z.clone(schema);
  notes.add(own, about);
  return own;
}

/** Message of a check without its own message. */
const WRONG = 'wrong';

type Schema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;

/**
 * Returns the values; an empty variable counts as absent, and a former name as the variable. Otherwise one sentence for each missing or
 * invalid variable, in the schema's order.
 */
export function readEnvironment<S extends Schema>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): Result<z.output<S>, readonly string[]> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  for (const [name, own] of Object.entries(schema.shape)) {
    const { formerly } = notes.get(own) ?? {};
    if (formerly !== undefined) given[name] ??= given[formerly];
  }
  // A message of the parse, not of a locale: checks with their own message keep it.
  const parsed = z.safeParse(schema, given, { error: () => WRONG });
  if (parsed.success) return ok(parsed.data);
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const must = notes.get(schema.shape[name] ?? schema)?.must ?? '';
    if (given[name] === undefined) return `${name} is not set: it must be ${must}.`;
    // A check's own message is more specific.
    return `${name} must be ${message === WRONG ? must : message}.`;
  });
  return err([...new Set(faults)]);
}

/**
 * Returns a warning for each variable that is set by its former name, in the schema's order. The former name is ignored where the new one
 * is set too.
 */
export function formerNameWarnings(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(schema.shape).flatMap(([name, own]) => {
    const { formerly } = notes.get(own) ?? {};
    if (formerly === undefined || !env[formerly]) return [];
    const then = env[name]
      ? `${name} is set, so ${formerly} is ignored.`
      : 'The former name is read until the next release.';
    return [`${formerly} is now ${name}. ${then}`];
  });
}

/** Name, default and meaning of each variable, in Markdown. */
const rowsOf = ({ shape }: Schema) =>
  Object.entries(shape).map(([name, schema]) => {
    const { meaning = '', otherwise, formerly } = notes.get(schema) ?? {};
    const former = formerly === undefined ? '' : `; formerly \`${formerly}\`, which is still read`;
    return { name, fallback: otherwise ?? defaultOf(schema), meaning: meaning + former };
  });

function defaultOf(schema: z.ZodMiniType): string {
  const read = z.safeParse(schema, undefined);
  if (!read.success) return 'required';
  return read.data === undefined || read.data === '' ? 'none' : `\`${read.data as string | number}\``;
}

/** The variables as a table in Markdown. */
export function environmentTable(schema: Schema): string {
  const rows = rowsOf(schema).map(
    ({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`,
  );
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The variables as lines of a program's help. */
export function environmentHelp(schema: Schema): string {
  const plain = (markdown: string) => markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
  return rowsOf(schema)
    .map(
      ({ name, fallback, meaning }) =>
        `  ${name} (${fallback === 'required' ? '' : 'default '}${plain(fallback)})\n      ${plain(meaning)}\n`,
    )
    .join('');
}

/** Returns a document with the table after a program's comment replaced by that of its schema. Tests compare documents with it. */
export function withEnvironmentTable(document: string, program: string, schema: Schema): string {
  const table = new RegExp(`(<!-- environment of ${program} -->\\n)(?:\\|.*\\n)*`);
  if (!table.test(document)) throw new Error(`The document has no table of ${program}`);
  return document.replace(table, (_, comment: string) => `${comment}${environmentTable(schema)}\n`);
}
