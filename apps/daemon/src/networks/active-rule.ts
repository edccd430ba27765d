import type { DaemonSettings, NetworkRule } from '@comet/tunnel-protocol';
import { withNetworkRule } from '../model/settings/network-rule.ts';
import type { StateFile } from '../platform/files/state-file.ts';

/** The rule of the network that this machine is in. */
export interface ActiveRule {
  current(): NetworkRule | null;
  /** The user's settings as the rule changes them. */
  settings(): DaemonSettings;
  /** The machine is in the network with this id; null while its network is unknown or has no name. */
  enter(id: string | null): void;
}

/** Creates the rule in force, which is none until a network is entered. */
export function createActiveRule(file: Pick<StateFile, 'current'>): ActiveRule {
  let here: string | null = null;
  const current = () => file.current.settings.networkRules.find(({ id }) => id === here) ?? null;
  return {
    current,
    settings: () => withNetworkRule(file.current.settings, current()),
    enter(id) {
      here = id;
    },
  };
}
