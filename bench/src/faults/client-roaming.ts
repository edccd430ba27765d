import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { networks } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import type { SignedInClient } from '../services.ts';
import { coldDaemon } from '../tunnels/cold-daemon.ts';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import { type ClientSample, growthOfClient, sampleClient, untilProtected } from './client-soak.ts';
import { count, type Fault, type FaultFigure } from './fault.ts';

/** Changes of the network before the first sample and from there on, and those between two samples. */
const changes = { warmUp: 60, measured: 240, perSample: 6 } as const;
/** Milliseconds without a link at each change, and from the first reply to the next change. */
const pauses = { withoutLink: 200, connected: 500 };
/** Milliseconds from a connection in the daemon's earlier run to its end. */
const restMs = 3_000;

type Network = (typeof networks)['home' | 'cafe'];

/** The daemon as shipped, connected all the time, while its machine moves between two networks of different subnets and routers. */
export const clientRoaming: Fault = {
  name: 'client-roaming',
  title: '300 changes of the network of the connected client',
  needsCluster: false,
  needsLab: true,
  reduced: null,
  measure: ({ signedInClient, log }) =>
    signedInClient(async (client) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      try {
        return await measureRoaming(client, folder, log);
      } finally {
        await enter(client.lab, networks.home);
        await rm(folder, { recursive: true });
      }
    }),
};

async function measureRoaming(
  client: SignedInClient,
  folder: string,
  log: (line: string) => void,
): Promise<readonly FaultFigure[]> {
  const { lab } = client;
  await serveCafe(lab);
  const daemon = await coldDaemon(client, folder, restMs);
  await execOrThrow(lab, 'client', daemon.connect, daemon.env);
  const pid = Number(await readFile(join(folder, 'cometd.pid'), 'utf8'));
  const samples: ClientSample[] = [];
  const { warmUp, measured, perSample } = changes;
  for (let turn = 1 - warmUp; turn <= measured; turn += 1) {
    await leave(lab);
    await sleep(pauses.withoutLink);
    await enter(lab, turn % 2 === 0 ? networks.home : networks.cafe);
    await untilProtected(lab);
    await sleep(pauses.connected);
    if (turn < 0 || turn % perSample !== 0) continue;
    const sample = sampleClient(pid);
    log(`${sample.memory.toFixed(2)} MB, ${sample.descriptors} descriptors`);
    samples.push(sample);
  }
  await daemon.stop();
  return [
    count('changes', warmUp + measured),
    count('sampled during the last', measured),
    ...growthOfClient(samples),
  ];
}

/** Makes the lab's router also serve the other network, whose IPv4 addresses it translates. */
async function serveCafe(lab: Lab): Promise<void> {
  const { router, client } = networks.cafe;
  const [ipv4, ipv6] = router;
  await execOrThrow(lab, 'router', ['ip', 'address', 'replace', `${ipv4}/24`, 'dev', 'lan']);
  await execOrThrow(lab, 'router', ['ip', 'address', 'replace', `${ipv6}/64`, 'dev', 'lan', 'nodad']);
  const table = 'inet roaming';
  const { uplink } = lab.hosts.router;
  const rules = [
    ...[`add table ${table}`, `delete table ${table}`, `add table ${table}`],
    `add chain ${table} out { type nat hook postrouting priority srcnat; }`,
    `add rule ${table} out ip saddr ${client[0]} oifname "${uplink}" masquerade`,
  ];
  await execOrThrow(lab, 'router', ['nft', rules.join('; ')]);
}

/** Disconnects the client from its network, like an unplugged cable. */
async function leave(lab: Lab): Promise<void> {
  const { uplink } = lab.hosts.client;
  await execOrThrow(lab, 'client', ['ip', 'link', 'set', uplink, 'down']);
  await execOrThrow(lab, 'client', ['ip', 'address', 'flush', 'dev', uplink]);
}

/** Connects the client to a network; idempotent. */
async function enter(lab: Lab, { client, router }: Network): Promise<void> {
  const { uplink } = lab.hosts.client;
  for (const address of client)
    await execOrThrow(lab, 'client', [
      ...['ip', 'address', 'replace', address, 'dev', uplink],
      ...(address.includes(':') ? ['nodad'] : []),
    ]);
  await execOrThrow(lab, 'client', ['ip', 'link', 'set', uplink, 'up']);
  for (const address of router)
    await execOrThrow(lab, 'client', ['ip', 'route', 'replace', 'default', 'via', address, 'dev', uplink]);
}
