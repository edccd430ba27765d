import { afterEach } from 'vitest';
import { fakeTunnel } from './fake-tunnel.ts';

export type FakeTunnel = ReturnType<typeof fakeTunnel>;

/** Starts tunnels that are removed after each test, in any state. */
export function tunnelsUnderTest(): typeof fakeTunnel {
  const open: FakeTunnel[] = [];
  afterEach(async () => {
    for (const field of open.splice(0)) {
      field.firewall.failing = false;
      await field.tunnel.disconnect();
    }
  });
  return (...args) => {
    const field = fakeTunnel(...args);
    open.push(field);
    return field;
  };
}
