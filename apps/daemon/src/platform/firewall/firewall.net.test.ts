import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirewallPolicy } from './firewall.ts';
import { firewallRules } from './firewall-rules.ts';
import { tunnelPrefixes } from './firewall-gateway.ts';

const namespace = `comet-cd-n-${process.pid % 100_000}`;
const marks = { fwmark: 0xc0_e7, obfuscatorUid: 61_007, links: ['comet0', 'comet0-ovpn'] };
const gateway = {
  address: '203.0.113.101',
  dataPlane: { transport: 'udp', port: 51_820 },
  admissionPort: 443,
} as const;
const overTcp = { ...gateway, dataPlane: { transport: 'tcp', port: 8443 }, admissionPort: null } as const;
const api = [{ host: '2001:db8::10', port: 443 }];
const tunnel = {
  link: 'comet0',
  ipv4: '100.64.3.4',
  ipv6: 'fd00:c0:e7:304::1',
  dns: ['100.64.0.1', 'fd00:c0:e7::1'],
};

const through = { link: 'comet0', address: '203.0.113.102', wireguardPort: 51_820, admissionPort: 443 };

beforeAll(() => void spawnSync('ip', ['netns', 'add', namespace]));
afterAll(() => void spawnSync('ip', ['netns', 'delete', namespace]));

function run(argv: readonly string[], input = ''): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('ip', ['netns', 'exec', namespace, ...argv], { input, encoding: 'utf8' });
}

function nft(args: readonly string[], input = '') {
  return run(['nft', ...args], input);
}

test.each([true, false])('nft accepts every policy, and replaces one by another (LAN: %s)', (allowLan) => {
  const policies: readonly (FirewallPolicy | null)[] = [
    { kind: 'blocked', allowLan, api },
    { kind: 'connecting', allowLan, api, gateway },
    { kind: 'connected', allowLan, gateway, tunnel },
    { kind: 'connecting', allowLan, api, gateway, through },
    { kind: 'connected', allowLan, gateway, tunnel: { ...tunnel, hop: '100.64.9.9' }, through },
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
});

test('no neighbour receives packets from the address of a removed tunnel', () => {
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
  // Simulates a socket that was bound while the machine had the address.
  expect(run(['sysctl', '-qw', 'net.ipv6.ip_nonlocal_bind=1'])).toMatchObject({ status: 0 });
  const { text } = firewallRules({ kind: 'blocked', allowLan: true, api: [] }, marks);
  const countPackets = (rules: string): number => {
    const counting = `table inet told { chain out { type filter hook postrouting priority 0; ip6 daddr ${gone} oifname "cable" counter; }; }`;
    expect(nft(['-f', '-'], `${rules}\n${counting}`)).toMatchObject({ status: 0 });
    for (const transport of ['+tcp', '+notcp'])
      run(['dig', transport, '+tries=1', '+time=1', '-p', '4444', '-b', gone, '@2001:db8:1::80', 'a.test']);
    const packets = Number(/counter packets (\d+)/.exec(nft(['list', 'table', 'inet', 'told']).stdout)?.[1]);
    nft(['delete', 'table', 'inet', 'told']);
    return packets;
  };
  expect(countPackets(text)).toBe(0);
  // The address may be removed between this check and the refusal.
  const unseen = text.replaceAll(/^.*fib saddr.*$/gm, '');
  expect(unseen).not.toBe(text);
  expect(countPackets(unseen)).toBe(0);
  // A control: without the guard, the neighbour receives the refusal.
  expect(countPackets(unseen.replaceAll(` ip6 daddr != ${tunnelPrefixes.ipv6}`, ''))).toBeGreaterThan(1);
});

test('a neighbour receives no packet from the address at the first of two gateways during the contact with the second', () => {
  const network = [
    'link add lan type veth peer name near',
    'link add comet0 type veth peer name beyond',
    'link set comet0 up',
    'address add 100.64.9.9/32 dev comet0',
    'link set lan up',
    'address add 192.168.9.2/24 dev lan',
    '',
  ].join('\n');
  expect(run(['ip', '-batch', '-'], network)).toMatchObject({ status: 0 });
  const neighbour = `${namespace}-b`;
  const there = (argv: readonly string[]) => spawnSync('ip', ['netns', 'exec', neighbour, ...argv]).status;
  spawnSync('ip', ['netns', 'add', neighbour]);
  try {
    expect(run(['ip', 'link', 'set', 'near', 'netns', neighbour])).toMatchObject({ status: 0 });
    for (const words of [
      'link set near up',
      'address add 192.168.9.1/24 dev near',
      'route add 100.64.9.9 via 192.168.9.2',
    ])
      expect(there(['ip', ...words.split(' ')])).toBe(0);
    const responds = (address: string) => there(['ping', '-c', '1', '-W', '1', address]) === 0;
    const asking: FirewallPolicy = { kind: 'connecting', allowLan: true, api, gateway };
    // Without the guard over sent packets, which would also drop the responses.
    const unguarded = (policy: FirewallPolicy): string =>
      firewallRules(policy, marks).text.replaceAll(/^.* fib saddr \. oif type != local drop$/gm, '');
    expect(nft(['-f', '-'], unguarded(asking))).toMatchObject({ status: 0 });
    expect(responds('100.64.9.9')).toBe(true);
    expect(nft(['-f', '-'], firewallRules(asking, marks).text)).toMatchObject({ status: 0 });
    expect(responds('100.64.9.9')).toBe(false);
    for (const policy of [
      { ...asking, through },
      {
        kind: 'connected',
        allowLan: true,
        gateway,
        tunnel: { ...tunnel, hop: '100.64.9.9' },
        through,
      } as const,
    ]) {
      expect(nft(['-f', '-'], unguarded(policy))).toMatchObject({ status: 0 });
      expect(responds('192.168.9.2')).toBe(true);
      expect(responds('100.64.9.9')).toBe(false);
    }
  } finally {
    spawnSync('ip', ['netns', 'delete', neighbour]);
  }
});

test('packets with the gateway’s address and port reach only a port that sent packets to it', () => {
  const lan = `${namespace}-l`;
  const there = (argv: readonly string[]) => spawnSync('ip', ['netns', 'exec', lan, ...argv]);
  spawnSync('ip', ['netns', 'add', lan]);
  try {
    const network = [
      'link add wired type veth peer name socket',
      `link set socket netns ${lan}`,
      'link set wired up',
      'address add 192.168.66.2/24 dev wired',
      `route add ${gateway.address} dev wired`,
      '',
    ].join('\n');
    expect(run(['ip', '-batch', '-'], network)).toMatchObject({ status: 0 });
    for (const words of [
      'link set socket up',
      `address add ${gateway.address}/32 dev socket`,
      'route add 192.168.66.0/24 dev socket',
    ])
      expect(there(['ip', ...words.split(' ')]).status).toBe(0);
    /** The data plane, and a count of the packets that our rules accept. */
    const others = `table inet others {
chain out { type route hook output priority mangle - 1; udp sport 40001 meta mark set ${marks.fwmark}; }
chain in { type filter hook input priority filter + 1; udp sport 51820 udp dport 40001 counter; udp sport 51820 udp dport 40002 counter; }
}`;
    const dig = (from: string, to: string, port: number): readonly string[] => [
      ...['dig', '+notcp', '+tries=1', '+time=1', '-b', from, '-p', String(port), `@${to}`, 'a.test'],
    ];
    for (const policy of [
      { kind: 'connecting', allowLan: false, api, gateway },
      { kind: 'connected', allowLan: false, gateway, tunnel },
    ] as const) {
      const { text } = firewallRules(policy, marks);
      expect(nft(['-f', '-'], `${text}\n${others}`)).toMatchObject({ status: 0, stderr: '' });
      run(dig('192.168.66.2#40001', gateway.address, 51_820));
      for (const port of [40_001, 40_002]) there(dig(`${gateway.address}#51820`, '192.168.66.2', port));
      const counted = nft(['list', 'table', 'inet', 'others']).stdout;
      nft(['delete', 'table', 'inet', 'others']);
      const packets = [...counted.matchAll(/counter packets (\d+)/g)].map(([, count]) => Number(count));
      expect(packets).toEqual([1, 0]);
    }
  } finally {
    run(['ip', 'link', 'delete', 'wired']);
    spawnSync('ip', ['netns', 'delete', lan]);
  }
});

test('no connection from the tunnel reaches this machine by an address of the LAN', () => {
  const beyond = `${namespace}-g`;
  const there = (argv: readonly string[]) => spawnSync('ip', ['netns', 'exec', beyond, ...argv]).status;
  spawnSync('ip', ['netns', 'add', beyond]);
  run(['ip', 'link', 'delete', 'comet0']);
  try {
    const network = [
      'link add comet0 type veth peer name other',
      `link set other netns ${beyond}`,
      'link set comet0 up',
      `address add ${tunnel.ipv4}/32 dev comet0`,
      `address add ${tunnel.ipv6}/128 dev comet0 nodad`,
      'route add 192.168.44.0/24 dev comet0',
      'route add fd00:c0:e7::/64 dev comet0',
      '',
    ].join('\n');
    expect(run(['ip', '-batch', '-'], network)).toMatchObject({ status: 0 });
    for (const words of [
      'link set other up',
      'address add 192.168.44.1/24 dev other',
      'address add fd00:c0:e7::1/64 dev other nodad',
      `route add ${tunnel.ipv4} dev other`,
      `route add ${tunnel.ipv6} dev other`,
    ])
      expect(there(['ip', ...words.split(' ')])).toBe(0);
    const { text } = firewallRules({ kind: 'connected', allowLan: true, gateway, tunnel }, marks);
    // A control: the rules of the LAN without the links that they exclude.
    const anyLink = text.replaceAll(/^iifname != \{ [^}]* \} (?=ip6? saddr \{)/gm, '');
    expect(anyLink).not.toBe(text);
    for (const address of [tunnel.ipv4, tunnel.ipv6])
      for (const [rules, isAnswered] of [
        [text, false],
        [anyLink, true],
      ] as const) {
        expect(nft(['-f', '-'], rules)).toMatchObject({ status: 0 });
        // The port is closed: a SYN that is accepted is answered by a reset.
        const status = there(['timeout', '1', 'bash', '-c', `</dev/tcp/${address}/9`]);
        expect(status, address).toBe(isAnswered ? 1 : 124);
      }
  } finally {
    spawnSync('ip', ['netns', 'delete', beyond]);
  }
});

test('responds to neighbour solicitations of a router from its global address, and sends nothing else to it', () => {
  const router = `${namespace}-r`;
  const there = (argv: readonly string[]) =>
    spawnSync('ip', ['netns', 'exec', router, ...argv], { encoding: 'utf8' }).stdout;
  spawnSync('ip', ['netns', 'add', router]);
  try {
    const network = [
      'link add uplink address 02:00:00:00:00:0a type veth peer name toward',
      `link set toward netns ${router}`,
      'link set uplink up',
      'address add 2001:db8:88::10/64 dev uplink nodad',
      '',
    ].join('\n');
    expect(run(['ip', '-batch', '-'], network)).toMatchObject({ status: 0 });
    there(['ip', 'link', 'set', 'toward', 'up']);
    there(['ip', 'address', 'add', '2001:db8:88::1/64', 'dev', 'toward', 'nodad']);
    const received = (rules: string): string => {
      expect(nft(['-f', '-'], rules)).toMatchObject({ status: 0 });
      there(['ip', 'neigh', 'flush', 'dev', 'toward']);
      // Linux solicits from the address of the waiting packet.
      const ping = there(['ping', '-c', '1', '-W', '1', '-I', '2001:db8:88::1', '2001:db8:88::10']);
      expect(ping).toContain('100% packet loss');
      return there(['ip', '-6', 'neigh', 'show', '2001:db8:88::10']);
    };
    const { text } = firewallRules({ kind: 'blocked', allowLan: false, api: [] }, marks);
    expect(received(text)).toContain('lladdr 02:00:00:00:00:0a');
    // A control: rules that allow responses only to link-local addresses block it.
    expect(received(text.replace('ip6 daddr != ff00::/8', 'ip6 daddr fe80::/10'))).not.toContain('lladdr');
  } finally {
    run(['ip', 'link', 'delete', 'uplink']);
    spawnSync('ip', ['netns', 'delete', router]);
  }
});

test('a boot block file that is empty, cut off or damaged still blocks', async () => {
  const load = join(import.meta.dirname, '../../../../../deploy/lockdown/load-lockdown');
  const { text: whole } = firewallRules({ kind: 'blocked', allowLan: false, api }, marks);
  const { text: blockedRules } = firewallRules({ kind: 'blocked', allowLan: false, api: [] }, marks);
  expect(await readFile(join(load, '../locked.nft'), 'utf8')).toBe(`${blockedRules}\n`);
  const folder = await mkdtemp(join(tmpdir(), 'comet-boot-'));
  const file = join(folder, 'lockdown.nft');
  const cut = whole.split('\n').slice(0, 2).join('\n');
  for (const [content, opens] of [
    [whole, true],
    ['', false],
    [cut, false],
    [whole.slice(0, -20), false],
    ['\0'.repeat(400), false],
  ] as const) {
    nft(['flush', 'ruleset']);
    await writeFile(file, content);
    expect(run([load, file])).toMatchObject({ status: 0 });
    const { stdout } = nft(['list', 'chain', 'inet', 'comet', 'output']);
    expect(stdout).toContain('policy drop');
    expect(stdout.includes(api[0]?.host ?? '')).toBe(opens);
  }
  await rm(folder, { recursive: true });
});
