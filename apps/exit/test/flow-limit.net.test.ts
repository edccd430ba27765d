import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitFirewall } from '../src/platform/firewall.ts';

/** An exit between its gateway and a site. */
const exit = `comet-ex-f-${process.pid % 100_000}`;
const spaces = { 'comet-exit': `${exit}-g`, eth0: `${exit}-s` };
const gateway = { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::' };
const site = '203.0.113.2';
const plan = {
  ...{ link: 'comet-exit', gateway, open: true, dayQuota: null },
  ...{ ownNetworks: [], deniedNetworks: [], deniedPorts: [] },
};

function inside(namespace: string, argv: readonly string[], input = '') {
  return spawnSync('ip', ['netns', 'exec', namespace, ...argv], { input, encoding: 'utf8' });
}

function must(namespace: string, argv: readonly string[], input?: string): void {
  const { status, stderr } = inside(namespace, argv, input);
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
}

const ip = (namespace: string, words: string) => must(namespace, ['ip', ...words.split(' ')]);
const flows = () => Number(inside(exit, ['sysctl', '-n', 'net.netfilter.nf_conntrack_count']).stdout);
const apply = (bytesPerSecond: number | null) =>
  must(exit, ['nft', '-f', '-'], exitFirewall({ ...plan, bytesPerSecond }).text);

/** Opens flows from the gateway, each by one datagram. */
function open(first: number, count: number): void {
  const script = `import { createSocket } from 'node:dgram';
for (let port = ${first}; port < ${first + count}; port += 1)
  await new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', resolve);
    socket.once('close', resolve);
    socket.bind(port, '${gateway.ipv4}', () => socket.send('x', 9_999, '${site}', () => socket.close()));
  });`;
  must(spaces['comet-exit'], [process.execPath, '--input-type=module', '-e', script]);
}

beforeAll(() => {
  for (const name of [exit, ...Object.values(spaces)]) spawnSync('ip', ['netns', 'add', name]);
  for (const [link, space] of Object.entries(spaces)) {
    ip(exit, `link add ${link} type veth peer name far netns ${space}`);
    ip(exit, `link set dev ${link} up`);
    ip(space, 'link set dev far up');
  }
  ip(exit, 'address add 198.18.0.1/31 dev comet-exit');
  ip(exit, 'address add 203.0.113.1/24 dev eth0');
  must(exit, ['sysctl', '-qw', 'net.ipv4.ip_forward=1']);
  // The flows stay until they are counted.
  must(exit, ['sysctl', '-qw', 'net.netfilter.nf_conntrack_udp_timeout=600']);
  ip(spaces['comet-exit'], `address add ${gateway.ipv4}/31 dev far`);
  ip(spaces['comet-exit'], 'route add default via 198.18.0.1');
  ip(spaces.eth0, `address add ${site}/24 dev far`);
});

afterAll(() => {
  for (const name of [exit, ...Object.values(spaces)]) spawnSync('ip', ['netns', 'delete', name]);
});

test('a gateway opens a limited number of flows through an exit, also after a change of its rules', () => {
  apply(null);
  open(10_000, 7_000);
  apply(1_000_000);
  open(20_000, 1_100);
  // The kernel is not exact where it examines flows while they are created.
  expect(flows()).toBeGreaterThan(8_000 - 50);
  expect(flows()).toBeLessThanOrEqual(8_000);
});
