/** Which traffic takes another way than the rest, as the packet filter has to know it. */
export interface SplitPlan {
  /** `exclude`: what is named goes outside of the tunnel. `include`: only what is named goes through it. */
  readonly mode: 'off' | 'exclude' | 'include';
  /** CIDRs. */
  readonly networks: readonly string[];
  /** The cgroup of the named programs as nft writes it, `comet.split`; null where the machine has no cgroup v2. */
  readonly cgroup: string | null;
  /** The resolvers inside the tunnel while the machine asks them; none while it asks its own. */
  readonly tunnelDns: readonly string[];
}

/** Sends the traffic of some programs and to some networks another way. Rules of ours stay in force when the daemon dies. */
export interface Split {
  /** Puts the plan in force in place of the one before. */
  apply(plan: SplitPlan): Promise<void>;
}
