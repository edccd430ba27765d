import { stat } from 'node:fs/promises';
import { runQuietly } from '../checks/run-quietly.ts';
import { inRepository } from '../repository.ts';

/**
 * Returns the date of the sources in seconds, the time of every file in the packages: the same sources make the same packages
 * (reproducible-builds.org/specs/source-date-epoch). It is that of the last commit; without git, that of the lock file.
 */
export async function sourceDate(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<number> {
  const given = Number(environment['SOURCE_DATE_EPOCH'] ?? Number.NaN);
  if (Number.isSafeInteger(given)) return given;
  const { code, output } = await runQuietly(['git', '-C', inRepository('.'), 'log', '-1', '--format=%ct']);
  if (code === 0 && /^\d+\n$/.test(output)) return Number(output);
  return Math.floor((await stat(inRepository('package-lock.json'))).mtimeMs / 1000);
}
