import { labPrerequisites } from '@comet/lab';
import { findCommand } from '@comet/stack';

/** Returns the reason why this machine cannot boot containers, in one sentence, or null if it can. */
export async function missingPrerequisite(): Promise<string | null> {
  const lab = await labPrerequisites();
  if (!lab.ok) return `${lab.reason} ${lab.remedy}`;
  for (const [command, name] of [
    ['systemd-nspawn', 'systemd-container'],
    ['mmdebstrap', 'mmdebstrap'],
  ] as const)
    if (findCommand(command) === null) return `There is no ${command}: apt-get install ${name}`;
  return null;
}
