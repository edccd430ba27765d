import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { err, ok, type Result } from '@comet/foundation';
import { isProgram } from '@comet/tunnel-protocol/choices';
import { featureTexts as texts } from '@comet/texts/tunnel';
import type { WithDaemon } from './carry-out.ts';

/**
 * A command line whose program for split tunnelling is named as the kernel tells of what runs: without links. Where there can be no such
 * process, why, in a sentence. The user's own process looks: the daemon sees no home, and may tell nobody which files there are. What
 * this user may not look at stays as it was said.
 */
export function nameProgram(invocation: WithDaemon): Result<WithDaemon, string> {
  if (invocation.command !== 'feature' || invocation.feature.command !== 'split.add') return ok(invocation);
  const { params } = invocation.feature;
  if (params.kind !== 'app') return ok(invocation);
  const said = params.path;
  try {
    const path = realpathSync(said);
    const about = statSync(path);
    if (!about.isFile() || (about.mode & 0o111) === 0) return err(texts.notRunnable(said));
    if (!isProgram(path)) return err(texts.splitApp);
    if (!itselfRuns(path)) return err(texts.notItself(said));
    return ok({ ...invocation, feature: { command: 'split.add', params: { kind: 'app', path } } });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return code === 'ENOENT' || code === 'ENOTDIR' ? err(texts.commandUnknown(said)) : ok(invocation);
  }
}

/** Whether the kernel runs a file without an interpreter, whose processes would be the interpreter's. */
function itselfRuns(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const magic = Buffer.alloc(4);
    readSync(handle, magic);
    return magic.toString('latin1') === '\u{7f}ELF';
  } finally {
    closeSync(handle);
  }
}
