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

function run(argv: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('ip', ['netns', 'exec', namespace, ...argv], { input, encoding: 'utf8' });
}

function nft(args: readonly string[], input = '') {
  return run(['nft', ...args], input);
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

test('what goes on from an address of a tunnel that is gone is told to no neighbour', () => {
  const gone = 'fd00:c0:e7::5';
  const network = [
    'link add cable type veth peer name far',
    'link set far up',
    'link set cable up',
    'address add 2001:db8:77::10/64 dev cable nodad',
    'neighbour add fe80::1 lladdr 02:00:00:00:00:01 dev cable nud permanent',
    'route add default via fe80::1 dev cable',
    '',
  ].join('\n');
  expect(run(['ip', '-batch', '-'], network)).toMatchObject({ status: 0 });
  // As a socket does that had the address when it still was ours.
  expect(run(['sysctl', '-qw', 'net.ipv6.ip_nonlocal_bind=1'])).toMatchObject({ status: 0 });
  const { text } = firewallRules({ kind: 'blocked', allowLan: true, api: [] }, marks);
  const told = (rules: string): number => {
    const counting = `table inet told { chain out { type filter hook postrouting priority 0; ip6 daddr ${gone} oifname "cable" counter; }; }`;
    expect(nft(['-f', '-'], `${rules}\n${counting}`)).toMatchObject({ status: 0 });
    for (const transport of ['+tcp', '+notcp'])
      run(['dig', transport, '+tries=1', '+time=1', '-p', '4444', '-b', gone, '@2001:db8:1::80', 'a.test']);
    const packets = Number(/counter packets (\d+)/.exec(nft(['list', 'table', 'inet', 'told']).stdout)?.[1]);
    nft(['delete', 'table', 'inet', 'told']);
    return packets;
  };
  expect(told(text)).toBe(0);
  // A control: refused like everything else, it is answered there.
  expect(told(text.replaceAll(/^.*fib saddr.*$/gm, ''))).toBeGreaterThan(1);
});
