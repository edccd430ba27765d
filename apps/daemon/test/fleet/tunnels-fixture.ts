import { afterEach } from 'vitest';
import { fakeTunnel } from './fake-tunnel.ts';

export type FakeTunnel = ReturnType<typeof fakeTunnel>;

/** Starts tunnels that are removed after each test, in any state. */
export function tunnelsUnderTest(): typeof fakeTunnel {
  const open: FakeTunnel[] = [];
  afterEach(async () => {
    for (const network of open.splice(0)) {
      network.firewall.failing = false;
      await network.tunnel.disconnect();
    }
  });
  return (...args) => {
    const network = fakeTunnel(...args);
    open.push(network);
    return network;
  };
}
