import { createRouterNamespace, type RouterNamespace } from '@comet/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitFirewall } from '../src/platform/firewall.ts';

const link = 'comet-exit';
const gateway = { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::' };
const site = '203.0.113.2';
const plan = {
  ...{ link, gateway, open: true, dayQuota: null },
  ...{ ownNetworks: [], deniedNetworks: [], deniedPorts: [] },
};

/** An exit between its gateway and a site. */
let exit: RouterNamespace;

const apply = (bytesPerSecond: number | null) =>
  exit.run(['nft', '-f', '-'], { input: exitFirewall({ ...plan, bytesPerSecond }).text });

beforeAll(() => {
  exit = createRouterNamespace('exit', [link, 'eth0']);
  exit.run(['ip', 'address', 'add', '198.18.0.1/31', 'dev', link]);
  exit.run(['ip', 'address', 'add', '203.0.113.1/24', 'dev', 'eth0']);
  exit.run(['ip', 'address', 'add', `${gateway.ipv4}/31`, 'dev', 'far'], { behind: link });
  exit.run(['ip', 'route', 'add', 'default', 'via', '198.18.0.1'], { behind: link });
  exit.run(['ip', 'address', 'add', `${site}/24`, 'dev', 'far'], { behind: 'eth0' });
});

afterAll(() => exit.remove());

test('a gateway opens a limited number of flows through an exit, also after a change of its rules', () => {
  const open = (first: number, count: number) =>
    exit.openFlows({ behind: link, from: gateway.ipv4, to: site, first, count });
  apply(null);
  open(10_000, 7_000);
  apply(1_000_000);
  open(20_000, 1_100);
  // The kernel is not exact where it examines flows while they are created.
  expect(exit.countFlows()).toBeGreaterThan(8_000 - 50);
  expect(exit.countFlows()).toBeLessThanOrEqual(8_000);
});
