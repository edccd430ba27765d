import { labPrerequisites } from '@comet/lab';
import { installMissingPackages, installRust, missingPackages } from '@comet/stack';
import type { Bench } from './bench.ts';

/** Installs Rust where it is missing, and the Debian packages of the benches and their peers, as root; says which are missing and which command installs them. */
export async function installPackages(benches: readonly Bench[], log: (line: string) => void): Promise<void> {
  const all = benches.flatMap(({ packages = {}, peerPackages = {} }) => [packages, peerPackages]);
  const problem = await installMissingPackages(Object.assign({}, ...all), log);
  for (const sentence of [problem, await installRust(log)]) if (sentence !== null) log(sentence);
}

/** Why a bench cannot run on this machine, in a sentence; null where it can. */
export async function whyNot({ packages = {}, needsLab = false }: Bench): Promise<string | null> {
  const missing = missingPackages(packages);
  if (missing.length > 0) return `Debian packages are missing: ${missing.join(' ')}.`;
  if (!needsLab) return null;
  const lab = await labPrerequisites();
  return lab.ok ? null : `${lab.reason} ${lab.remedy}`;
}
