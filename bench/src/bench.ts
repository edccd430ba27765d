import type { CaseFigures } from './report.ts';
import type { Services } from './services.ts';
import { labPrerequisites } from '@comet/lab';
import { installMissingPackages, installRust, missingPackages } from '@comet/stack';

/** Debian packages by command or file. */
export type Packages = Readonly<Record<string, string>>;

export interface Bench {
  readonly name: string;
  readonly metric: string;
  readonly unit: string;
  readonly better: 'higher' | 'lower';
  /** Required packages. */
  readonly packages?: Packages;
  /** Packages of peers; a peer that cannot be installed is left out. */
  readonly peerPackages?: Packages;
  /** Whether the bench has the lab's prerequisites: root, network namespaces and /dev/net/tun. */
  readonly needsLab?: boolean;
  measure(run: BenchRun): Promise<readonly CaseFigures[]>;
}

export interface BenchRun extends Services {
  /** `smoke` is one short turn with small amounts: its figures only show that the bench works. */
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

/** Returns why a bench cannot run on this machine, in one sentence; null if it can. */
export async function skipReason({ packages = {}, needsLab = false }: Bench): Promise<string | null> {
  const missing = missingPackages(packages);
  if (missing.length > 0) return `Debian packages are missing: ${missing.join(' ')}.`;
  if (!needsLab) return null;
  const lab = await labPrerequisites();
  return lab.ok ? null : `${lab.reason} ${lab.remedy}`;
}
