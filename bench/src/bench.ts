import type { CaseFigures } from './report.ts';
import type { Services } from './services.ts';

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
