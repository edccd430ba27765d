import { afterEach } from 'vitest';
import { fakeTunnel } from './fake-tunnel.ts';

export type FakeTunnel = ReturnType<typeof fakeTunnel>;

/** Starts tunnels that are taken down after each test, whatever state it left them in. */
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
