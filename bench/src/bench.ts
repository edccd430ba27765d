import type { CaseFigures } from './report.ts';
import type { Services } from './services.ts';
import { labPrerequisites } from '@comet/lab';
import { installMissingPackages, installRust, missingPackages } from '@comet/stack';

/** Debian packages by the commands, or files, that they bring. */
export type Packages = Readonly<Record<string, string>>;

export interface Bench {
  readonly name: string;
  readonly metric: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** Packages that it cannot run without. */
  readonly packages?: Packages;
  /** Packages of peers: a peer that cannot be installed is left out. */
  readonly peerPackages?: Packages;
  /** Whether it needs what the lab needs: root, network namespaces and /dev/net/tun. */
  readonly needsLab?: boolean;
  measure(run: BenchRun): Promise<readonly CaseFigures[]>;
}

export interface BenchRun extends Services {
  /** `smoke` is one short turn with small amounts: its figures show that the bench works, and nothing else. */
  readonly extent: 'full' | 'smoke';
  readonly log: (line: string) => void;
}

/**
 * As root, installs Rust if it is missing, and the Debian packages of the benches and their peers. Otherwise prints the missing ones and
 * the command.
 */
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
