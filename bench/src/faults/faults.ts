import { clientRoaming } from './client-roaming.ts';
import { clientSoak } from './client-soak.ts';
import { clockJump } from './clock-jump.ts';
import { controlPlaneGone } from './control-plane-gone.ts';
import { diskFull } from './disk-full.ts';
import type { Fault } from './fault.ts';
import { leaderKilled } from './leader-killed.ts';
import { leaderPartitioned } from './leader-partitioned.ts';
import { lostCommits } from './lost-commits.ts';
import { providerDown } from './provider-down.ts';
import { replicaKilled } from './replica-killed.ts';
import { restore } from './restore.ts';
import { soak } from './soak/soak.ts';
import { twoReplicas } from './two-replicas.ts';
import { filledUpgrade, upgrade } from './upgrade.ts';

/** All faults, in the order of the table. */
export const faults: readonly Fault[] = [
  leaderKilled,
  leaderPartitioned,
  replicaKilled,
  upgrade,
  filledUpgrade,
  lostCommits,
  providerDown,
  diskFull,
  clockJump,
  restore,
  controlPlaneGone,
  soak,
  clientSoak,
  clientRoaming,
  twoReplicas,
];
