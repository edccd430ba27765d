import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wireguardGoProgram } from '@comet/testing';
import { afterAll, beforeAll, vi } from 'vitest';
import { addresses, type AgentPlace } from '../addresses.ts';
import { end } from '../../end.ts';
import type { TestNetwork } from '../test-network.ts';

interface AgentOptions {
  /** The agent's own environment, beside its addresses; API_URL is required. */
  readonly env: (network: TestNetwork) => Readonly<Record<string, string>>;
  /** Lines of its hosts file. */
  readonly hosts?: readonly string[];
}

function must(command: string, ...args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`);
}

/** The namespace of an agent. */
export const namespaceOf = (network: TestNetwork, { name }: AgentPlace): string =>
  network.far.replace('-f-', `-${name}-`);

/**
 * A gateway with its complete agent, in a namespace of its own behind the far side. It enrols at the network's API, and is in the server
 * list at its location, with the transports that it reports.
 */
export function gatewayAgent(
  network: TestNetwork,
  place: AgentPlace,
  { env, hosts = [] }: AgentOptions,
): void {
  const namespace = namespaceOf(network, place);
  const settings = join('/etc/netns', namespace);
  const link = `agent-${place.name}`;
  let agent: ChildProcess | null = null;

  beforeAll(async () => {
    must('ip', 'netns', 'add', namespace);
    const pair = ['link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace];
    must('ip', '-n', network.far, ...pair);
    must('ip', '-n', namespace, 'link', 'set', 'lo', 'up');
    for (const [name, end, ipv4, ipv6] of [
      [network.far, link, place.router, place.router6],
      [namespace, 'eth0', place.address, place.address6],
    ] as const) {
      must('ip', '-n', name, 'address', 'add', `${ipv4}/30`, 'dev', end);
      must('ip', '-n', name, 'address', 'add', `${ipv6}/64`, 'dev', end, 'nodad');
      must('ip', '-n', name, 'link', 'set', end, 'up');
    }
    for (const router of [place.router, place.router6])
      must('ip', '-n', namespace, 'route', 'add', 'default', 'via', router);
    const forwarding = ['net.ipv4.ip_forward=1', 'net.ipv6.conf.all.forwarding=1'];
    must('ip', 'netns', 'exec', network.far, 'sysctl', '-qw', ...forwarding);
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'hosts'), ['127.0.0.1 localhost', ...hosts, ''].join('\n'));
    const program = join(import.meta.dirname, '../../../../gateway/src/main.ts');
    agent = spawn('ip', ['netns', 'exec', namespace, process.execPath, program], {
      env: {
        ...process.env,
        ENROL_TOKEN: 'one-time',
        STATE_DIR: join(mkdtempSync(join(network.folder, 'gateway-')), 'state'),
        WG_INTERFACE: `${network.link}${place.name}`,
        WIREGUARD_IMPLEMENTATION: 'userspace',
        WIREGUARD_GO: wireguardGoProgram(),
        PUBLIC_IPV4: place.address,
        PUBLIC_IPV6: place.address6,
        UPLINK_INTERFACE: 'eth0',
        RESOLVER: addresses.far,
        ...env(network),
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
