import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireguardGoProgram } from '@comet/testing';
import { afterAll, beforeAll, vi } from 'vitest';
import { addresses, apiFront } from '../addresses.ts';
import { end } from '../../end.ts';
import type { TestNetwork } from '../test-network.ts';

const far = '198.51.100.129';

/** The address of the gateway, which the client reaches through the far side as a router. */
export const relayAddress = '198.51.100.130';

function must(command: string, ...args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`);
}

/**
 * A gateway with its complete agent, in a namespace of its own behind the far side. It enrols at the network's API over TLS and by its name; its own
 * setting of the API's URL decides where its relay leads. Use it after `apiFrontNetwork`.
 */
export function relayGateway(network: TestNetwork): void {
  const namespace = network.far.replace('-f-', '-g-');
  const settings = join('/etc/netns', namespace);
  let agent: ChildProcess | null = null;

  beforeAll(async () => {
    must('ip', 'netns', 'add', namespace);
    const pair = ['link', 'add', 'relay0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace];
    must('ip', '-n', network.far, ...pair);
    const ends = [
      [network.far, 'relay0', far],
      [namespace, 'eth0', relayAddress],
    ] as const;
    must('ip', '-n', namespace, 'link', 'set', 'lo', 'up');
    for (const [name, link, address] of ends) {
      must('ip', '-n', name, 'address', 'add', `${address}/30`, 'dev', link);
      must('ip', '-n', name, 'link', 'set', link, 'up');
    }
    must('ip', '-n', namespace, 'route', 'add', 'default', 'via', far);
    must('ip', 'netns', 'exec', network.far, 'sysctl', '-qw', 'net.ipv4.ip_forward=1');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'hosts'), `127.0.0.1 localhost\n${apiFront.api} ${apiFront.host}\n`);
    const program = join(import.meta.dirname, '../../../../gateway/src/main.ts');
    agent = spawn('ip', ['netns', 'exec', namespace, process.execPath, program], {
      env: {
        ...process.env,
        API_URL: `https://${apiFront.host}:${apiFront.port}`,
        NODE_EXTRA_CA_CERTS: join(network.folder, 'ca.pem'),
        ENROL_TOKEN: 'one-time',
        STATE_DIR: join(mkdtempSync(join(network.folder, 'gateway-')), 'state'),
        WG_INTERFACE: `${network.link}g`,
        WIREGUARD_IMPLEMENTATION: 'userspace',
        WIREGUARD_GO: wireguardGoProgram(),
        PUBLIC_IPV4: relayAddress,
        UPLINK_INTERFACE: 'eth0',
        RESOLVER: addresses.far,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let log = '';
    agent.stdout?.setEncoding('utf8').on('data', (text: string) => (log += text));
    await vi.waitFor(
      () => {
        if (!log.includes('The gateway is ready')) throw new Error(`the gateway did not start:\n${log}`);
      },
      { timeout: 30_000, interval: 100 },
    );
  });
  afterAll(async () => {
    if (agent !== null) await end(agent, 'SIGTERM');
    spawnSync('ip', ['netns', 'delete', namespace]);
    rmSync(settings, { recursive: true, force: true });
  });
}
