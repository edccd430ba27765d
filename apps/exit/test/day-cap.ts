import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { kernelFirewall } from '../src/platform/firewall.ts';

/** Runs in a separate network namespace: an exit between a gateway and a site, whose rules a gateway pings through. */
const link = 'comet-exit';
const gateway = { ipv4: '198.18.0.0', ipv6: 'fd00:c0:e8::' };
const plan = {
  ...{ gateway, open: true, bytesPerSecond: null, ownNetworks: [], deniedNetworks: [], deniedPorts: [] },
};
const spaces: ChildProcess[] = [];

/** Creates another namespace, connected by a veth pair; resolves with its process. */
async function openSpace(near: string, address: string, far: string): Promise<number> {
  const space = spawn('unshare', ['-n', 'sh', '-c', 'echo up; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  spaces.push(space);
  await new Promise((resolve, reject) => {
    space.stdout.once('data', resolve);
    space.once('exit', () => reject(new Error('The namespace ended before it was up')));
  });
  const pid = space.pid ?? 0;
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'far0', 'netns', `${pid}`);
  ip('address', 'add', address, 'dev', near);
  ip('link', 'set', near, 'up');
  inside(pid, 'ip', 'address', 'add', far, 'dev', 'far0');
  inside(pid, 'ip', 'link', 'set', 'far0', 'up');
  return pid;
}

function ip(...words: readonly string[]): void {
  execFileSync('ip', words);
}

function inside(pid: number, ...argv: readonly string[]): void {
  execFileSync('nsenter', ['-t', `${pid}`, '-n', ...argv]);
}

const from = await openSpace(link, '198.18.0.1/31', '198.18.0.0/31');
await openSpace('eth0', '203.0.113.1/24', '203.0.113.2/24');
inside(from, 'ip', 'route', 'add', 'default', 'via', '198.18.0.1');
execFileSync('sysctl', ['-qw', 'net.ipv4.ip_forward=1']);

/** Missing replies are packets that the rules block. */
function ping(count: number): void {
  spawnSync('nsenter', [
    ...['-t', `${from}`, '-n', 'ping', '-q', '-i', '0.002', '-W', '1'],
    ...['-c', `${count}`, '-s', '1400', '203.0.113.2'],
  ]);
}

const firewall = kernelFirewall(link);
const usage = () => firewall.usage();
await firewall.set({ ...plan, dayQuota: { bytes: 500_000, anew: true } });
ping(100);
const first = await usage();
ping(150);
const atLimit = await usage();
for (let port = 1; port <= 5; port += 1) {
  await firewall.set({
    ...plan,
    dayQuota: { bytes: 500_000, anew: false },
    deniedPorts: [port],
    bytesPerSecond: port * 1_000_000,
  });
  ping(5);
}
const afterChange = await usage();
await firewall.set({ ...plan, dayQuota: { bytes: 100_000, anew: true } });
ping(60);
const withSmallerQuota = await usage();
await firewall.remove();
console.log(JSON.stringify({ first, atLimit, afterChange, withSmallerQuota, left: await usage() }));
for (const space of spaces) space.kill('SIGKILL');
