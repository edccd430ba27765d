import type { Routing, TunnelAddresses } from './routing.ts';

export interface FakeRouting extends Routing {
  raised: TunnelAddresses | null;
  failing: boolean;
}

/** Returns routing in memory, with the addresses in use in `raised`. */
export function fakeRouting(): FakeRouting {
  const routing: FakeRouting = {
    raised: null,
    failing: false,
    async raise(addresses) {
      await Promise.resolve();
      if (routing.failing) throw new Error('ip: no');
      routing.raised = addresses;
    },
    raiseHop: () => Promise.resolve(),
    async lower() {
      await Promise.resolve();
      routing.raised = null;
    },
  };
  return routing;
}
