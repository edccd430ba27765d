import { err, ok, type Result } from '@comet/foundation';
import { readArguments, readTextFile } from '../features/operator-commands/index.ts';
import { environment } from '../environment.ts';
import { isSecret, questions, settingFault } from './questions.ts';
import { readSettingsFile, type Variables } from './settings-file.ts';

interface SetupArguments {
  /** Answers to questions. */
  readonly given: Variables;
  /** Further settings of the answers’ file. */
  readonly more: Variables;
  /** Whether the plan is printed and nothing is changed. */
  readonly isDryRun: boolean;
}

const optionOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');

/** The options, with what they answer. Secrets are not among them: every user of a machine sees the arguments of its programs. */
export const setupOptions: readonly (readonly [string, string])[] = questions.map(({ name, text }) =>
  isSecret(name) ? [`${optionOf(name)}-file`, `a file with: ${text}`] : [optionOf(name), text],
);

/** Reads `--answers FILE --domain acme.org …`. An option takes precedence over the file. Returns one sentence for each fault. */
export async function readSetupArguments(
  args: readonly string[],
): Promise<Result<SetupArguments, readonly string[]>> {
  const names = ['answers', ...setupOptions.map(([option]) => option)];
  try {
    const { options, flags } = readArguments(args, { positions: [], options: names, flags: ['dry-run'] });
    const { answers } = options;
    const file = answers === undefined ? {} : readSettingsFile(await readTextFile(answers));
    const given: Record<string, string> = {};
    for (const { name } of questions) {
      const option = options[optionOf(name)];
      const path = options[`${optionOf(name)}-file`] ?? file[`${name}_FILE`];
      const value =
        option ?? (path === undefined ? file[name] : (await readTextFile(path)).replace(/\r?\n$/, ''));
      if (value !== undefined) given[name] = value;
    }
    const asked = new Set(questions.flatMap(({ name }) => [name, `${name}_FILE`]));
    const more = Object.fromEntries(Object.entries(file).filter(([name]) => !asked.has(name)));
    return ok({ given, more, isDryRun: flags.has('dry-run') });
  } catch (error) {
    return err([error instanceof Error ? error.message : String(error)]);
  }
}

/** Returns one sentence for each further setting that does not exist or is wrong. */
export function moreFaults(more: Variables, answers: Variables): readonly string[] {
  return Object.entries(more).flatMap(([name, value]) => {
    if (!(name in environment.shape) && !/^COMPANY_(SUPERVISOR|DATA_OFFICER)$/.test(name))
      return [`${name} is neither a question nor a setting.`];
    if (!(name in environment.shape)) return [];
    const fault = settingFault(name, value, answers);
    return fault === null ? [] : [`${name}: ${fault}.`];
  });
}
