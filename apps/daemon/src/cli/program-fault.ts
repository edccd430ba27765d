import { statSync } from 'node:fs';
import { featureTexts as texts } from '@comet/texts/tunnel';
import type { Invocation } from './parse-arguments.ts';

/**
 * Why the program that a command line names for split tunnelling cannot be one, in a sentence; null where it can, or where its folder is
 * closed to whoever asks. The user's own process looks: the daemon sees no home, and may tell nobody which files there are.
 */
export function describeProgramFault(invocation: Invocation): string | null {
  if (invocation.command !== 'feature' || invocation.feature.command !== 'split.add') return null;
  const { params } = invocation.feature;
  if (params.kind !== 'app') return null;
  try {
    const about = statSync(params.path);
    return about.isFile() && (about.mode & 0o111) !== 0 ? null : texts.notRunnable(params.path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ENOENT' || code === 'ENOTDIR' ? texts.commandUnknown(params.path) : null;
  }
}
