import type { Firewall, FirewallPolicy } from './firewall.ts';

/** A packet filter in memory. `failing` makes the next changes fail, as a broken nft would. */
export interface FakeFirewall extends Firewall {
  inForce: FirewallPolicy | null;
  failing: boolean;
  readonly applied: (FirewallPolicy | null)[];
}

/** Returns a firewall in memory that records the applied policies. */
export function fakeFirewall(): FakeFirewall {
  const applied: (FirewallPolicy | null)[] = [];
  const firewall: FakeFirewall = {
    inForce: null,
    failing: false,
    applied,
    async apply(policy) {
      await Promise.resolve();
      if (firewall.failing) throw new Error('nft: no');
      firewall.inForce = policy;
      applied.push(policy);
    },
    isInForce: () => Promise.resolve(firewall.inForce !== null),
  };
  return firewall;
}
