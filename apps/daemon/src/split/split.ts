/** Which traffic takes another way than the rest, as the packet filter has to know it. */
export interface SplitPlan {
  /** `exclude`: what is named goes outside of the tunnel. `include`: only what is named goes through it. */
  readonly mode: 'off' | 'exclude' | 'include';
  /** CIDRs. */
  readonly networks: readonly string[];
  /** The cgroups of the named programs: below /sys/fs/cgroup, how deep in the tree, and which of those that were ever there. */
  readonly cgroups: readonly { readonly path: string; readonly level: number; readonly inode: number }[];
  /** The resolvers inside the tunnel while the machine asks them; none while it asks its own. */
  readonly tunnelDns: readonly string[];
}

/** Sends the traffic of some programs and to some networks another way. Rules of ours stay in force when the daemon dies. */
export interface Split {
  /** Puts the plan in force in place of the one before. */
  apply(plan: SplitPlan): Promise<void>;
}
