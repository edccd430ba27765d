import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { setSysctl } from '@comet/linux-network';
import { openForwarding } from '../src/platform/forwarding.ts';
import { kernelFirewall } from '../src/platform/firewall.ts';
import { readLine } from '../src/platform/line.ts';

/** Runs in a separate network namespace: an exit between a gateway, the LAN of its line, and another network of the owner. */
const link = 'comet-exit';
const spaces: ChildProcess[] = [];

async function openSpace(near: string, address: string, far: string, via: string): Promise<number> {
  const space = spawn('unshare', ['-n', 'sh', '-c', 'echo up; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  spaces.push(space);
  await new Promise((resolve, reject) => {
    space.stdout.once('data', resolve);
    space.once('exit', () => reject(new Error('The namespace ended before it was up')));
  });
  const { pid = -1 } = space;
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'far0', 'netns', `${pid}`);
  ip('address', 'add', address, 'dev', near);
  ip('link', 'set', near, 'up');
  const inside = (...words: readonly string[]) =>
    execFileSync('nsenter', ['-t', `${pid}`, '-n', 'ip', ...words]);
  inside('address', 'add', far, 'dev', 'far0');
  inside('link', 'set', 'far0', 'up');
  inside('route', 'add', 'default', 'via', via);
  return pid;
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words);
}

function reaches(pid: number, address: string): boolean {
  const ping = ['ping', '-q', '-c', '1', '-W', '1', address];
  return spawnSync('nsenter', ['-t', `${pid}`, '-n', ...ping]).status === 0;
}

// The first network namespace, which a container engine may have made a router, passes its setting on.
await setSysctl('net.ipv4.ip_forward', '0');
const gateway = await openSpace(link, '198.18.0.1/31', '198.18.0.0/31', '198.18.0.1');
const neighbour = await openSpace('eth0', '203.0.113.1/24', '203.0.113.2/24', '203.0.113.1');
const other = await openSpace('vm0', '192.168.5.1/24', '192.168.5.2/24', '192.168.5.1');
ip('route', 'add', 'default', 'via', '203.0.113.2');
const firewall = kernelFirewall(link);
await firewall.set({
  ...{ gateway: { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::' }, open: true, bytesPerSecond: null },
  ...{ dayQuota: null, ownNetworks: [], deniedNetworks: [], deniedPorts: [] },
});
const seen = () => ({
  usage: reaches(gateway, '203.0.113.2'),
  through: reaches(neighbour, '192.168.5.2'),
  outward: reaches(other, '203.0.113.2'),
});
const line = await readLine(link);
await (await openForwarding(link))(line);
const guarded = seen();
// Another run finds forwarding enabled by the first.
await (await openForwarding(link))(line);
const again = seen();
execFileSync('nft', ['delete', 'table', 'ip', 'comet_exits']);
await (await openForwarding(link))(line);
console.log(JSON.stringify({ guarded, again, router: seen() }));
for (const space of spaces) space.kill('SIGKILL');
