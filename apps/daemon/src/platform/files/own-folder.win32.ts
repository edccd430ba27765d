import { lstat, mkdir } from 'node:fs/promises';
import { mustRun, type RunTool, windowsPrograms } from '../system/run-tool.ts';
import type { OwnFolder } from './state-file.ts';

/** Security identifiers, since Windows translates the names: the system, and administrators. */
const system = '*S-1-5-18';
const administrators = '*S-1-5-32-544';

/**
 * Creates a folder that only the system and administrators can access. Every user may create folders where programs store data, so an
 * existing one is taken from its owner, with its content.
 */
export function ownFolderOnWindows(run: RunTool): OwnFolder {
  const exec = mustRun(run);
  return async (path) => {
    await mkdir(path, { recursive: true });
    if (!(await lstat(path)).isDirectory()) throw new Error(`${path} (COMET_STATE_DIR) must be a folder`);
    const { icacls } = windowsPrograms;
    await exec(icacls, [path, '/setowner', administrators, '/t', '/l', '/q']);
    await exec(icacls, [
      ...[path, '/inheritance:r', '/grant:r', `${system}:(OI)(CI)F`, `${administrators}:(OI)(CI)F`, '/q'],
    ]);
  };
}
