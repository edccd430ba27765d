import * as z from 'zod/mini';
import { err, ok, type Result } from '../result.ts';
import type { VariableDescription } from './environment-text.ts';

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
  /** Whether its value is secret: it is then also read from files, and never printed. */
  readonly secret?: true;
  /** Values that COMET_ENV=production refuses, `undefined` for none, and what to set instead, as it follows "set". */
  readonly production?: { readonly refuses: (given: string | undefined) => boolean; readonly set: string };
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

export type EnvironmentSchema = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>;
type Schema = EnvironmentSchema;

/** The variables with secret values. */
export function secretNames({ shape }: Schema): readonly string[] {
  return Object.keys(shape).filter((name) => notes.get(shape[name] as z.ZodMiniType)?.secret === true);
}

/**
 * Returns the values; an empty variable counts as absent, and a former name as the variable. Otherwise one sentence for each missing or
 * invalid variable, in the schema's order. With `COMET_ENV=production`, also one for each value for development.
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
  const refused = given['COMET_ENV'] === 'production' ? refusedInProduction(schema, given) : [];
  if (parsed.success) return refused.length === 0 ? ok(parsed.data) : err(refused);
  const faults = parsed.error.issues.map(({ path, message }) => {
    const name = String(path[0]);
    const must = notes.get(schema.shape[name] ?? schema)?.must ?? '';
    if (given[name] === undefined) return `${name} is not set: it must be ${must}.`;
    // A check's own message is more specific.
    return `${name} must be ${message === WRONG ? must : message}.`;
  });
  return err([...new Set([...faults, ...refused])]);
}

/** Returns one sentence for each variable with a default or value for development, in the schema's order. */
function refusedInProduction(schema: Schema, given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(schema.shape).flatMap(([name, own]) => {
    const { production, secret } = notes.get(own) ?? {};
    const value = given[name];
    if (production?.refuses(value) !== true) return [];
    const shown = secret === true ? 'has a value' : `is ${value}`;
    return [
      `${name} ${value === undefined ? 'is not set' : `${shown}, which is for development`}: set ${production.set}.`,
    ];
  });
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

/** Returns the variables for the documents and `--help`, in the schema's order. */
export function describeVariables({ shape }: Schema): readonly VariableDescription[] {
  return Object.entries(shape).map(([name, schema]) => {
    const { meaning = '', otherwise, formerly, secret } = notes.get(schema) ?? {};
    const former = formerly === undefined ? '' : `; formerly \`${formerly}\`, which is still read`;
    const note = secret === true ? ' (secret)' : '';
    return { name, fallback: otherwise ?? defaultOf(schema), meaning: meaning + former + note };
  });
}

function defaultOf(schema: z.ZodMiniType): string {
  const read = z.safeParse(schema, undefined);
  if (!read.success) return 'required';
  return read.data === undefined || read.data === '' ? 'none' : `\`${read.data as string | number}\``;
}
