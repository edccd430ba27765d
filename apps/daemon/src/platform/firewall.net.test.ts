import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirewallPolicy } from './firewall.ts';
import { firewallRules } from './firewall-rules.ts';

const namespace = `comet-cd-n-${process.pid % 100_000}`;
const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007 };
const gateway = {
  address: '203.0.113.101',
  dataPlane: { transport: 'udp', port: 51_820 },
  doorPort: 443,
} as const;
const overTcp = { ...gateway, dataPlane: { transport: 'tcp', port: 8443 }, doorPort: null } as const;
const api = [{ host: '2001:db8::10', port: 443 }];
const tunnel = {
  link: 'comet0',
  ipv4: '100.64.3.4',
  ipv6: 'fd00:c0:e7:304::1',
  dns: ['100.64.0.1', 'fd00:c0:e7::1'],
};

beforeAll(() => void spawnSync('ip', ['netns', 'add', namespace]));
afterAll(() => void spawnSync('ip', ['netns', 'delete', namespace]));

function nft(args: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('ip', ['netns', 'exec', namespace, 'nft', ...args], { input, encoding: 'utf8' });
}

test.each([true, false])(
  'nft understands every policy, and replaces one by another (LAN: %s)',
  (allowLan) => {
    const policies: readonly (FirewallPolicy | null)[] = [
      { kind: 'blocked', allowLan, api },
      { kind: 'connecting', allowLan, api, gateway },
      { kind: 'connected', allowLan, gateway, tunnel },
      { kind: 'connecting', allowLan, api, gateway: overTcp },
      { kind: 'connected', allowLan, gateway: overTcp, tunnel },
      { kind: 'blocked', allowLan, api: [] },
      null,
      null,
    ];
    for (const policy of policies) {
      const applied = nft(['-f', '-'], firewallRules(policy, marks).text);
      expect(applied).toMatchObject({ status: 0, stderr: '' });
      expect(nft(['list', 'tables']).stdout).toBe(policy === null ? '' : 'table inet comet\n');
    }
  },
);
