import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { captureOutside, startTraffic } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { machine } from '../machine.ts';
import type { SignedInClient } from '../services.ts';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import { throughRouterProgram } from '../tunnels/through-router-program.ts';
import { timeToFirst } from '../tunnels/time-to-first.ts';
import type { NetworkRow, TransportRow } from './hostile-table.ts';
import type { HostileNetwork } from './networks.ts';
import { runProbe, startProbeServer } from './run-probe.ts';
import { automatic, type ChosenTransport } from './transports.ts';

/** Milliseconds after which a transport counts as blocked. The automatic choice gets longer, so that a late success is visible. */
const timeout = { chosen: 5_000, automatic: 20_000 };
/** Milliseconds that a censor takes to probe a server. */
const probingMs = 4_000;
const link = 'censor0';

interface MeasureOptions {
  readonly client: SignedInClient;
  /** Path of `bench/censor`. */
  readonly censor: string;
  readonly transports: readonly ChosenTransport[];
  readonly log: (line: string) => void;
}

/** Measures all transports in one network. Leaves the client disconnected, with its usual settings and addresses. */
export async function measureNetwork(network: HostileNetwork, options: MeasureOptions): Promise<NetworkRow> {
  const { client, censor, transports, log } = options;
  const { lab, location } = client;
  const [load = 0] = loadavg();
  const server = await startProbeServer(lab);
  const traffic = startTraffic(lab);
  const clients = [lab.hosts.client.ipv4, lab.hosts.client.ipv6];
  const input = `${JSON.stringify({ link, clients, rules: network.rules })}\n`;
  const { mtu } = network;
  const program = { argv: [censor], link, input, ...(mtu === undefined ? {} : { mtu }) };
  const measure = async (transport: ChosenTransport): Promise<TransportRow> => {
    if (network.blocksLater === true) {
      await measureTransport(lab, location, transport);
      await sleep(probingMs);
    }
    const row = await measureTransport(lab, location, transport);
    log(
      `${network.name}, ${row.transport}: ${row.firstPacketMs?.toFixed(0) ?? 'blocked'}, ${row.outside} outside`,
    );
    return row;
  };
  try {
    await forgetNetwork(lab, location);
    const outsideUnprotected = await countOutside(lab, () => sleep(500));
    const passesElsewhere = await runProbe(lab, network.control.probe);
    const { result, printed } = await throughRouterProgram(lab, program, async () => {
      const passesHere = await runProbe(lab, network.control.probe);
      if (network.accept !== undefined) await runProbe(lab, ['accept', network.accept]);
      const restore = network.isIpv6Only === true ? await removeIpv4(lab) : null;
      await execOrThrow(lab, 'client', ['comet', 'lockdown', 'on']);
      try {
        const first = await measure(automatic);
        const rows: TransportRow[] = [];
        for (const transport of transports) rows.push(await measure(transport));
        return { passesHere, automatic: first, transports: rows, later: await measure(automatic) };
      } finally {
        await restore?.();
        await lab.exec('client', ['comet', 'lockdown', 'off']);
        await choose(lab, automatic);
      }
    });
    const { passesHere, ...figures } = result;
    return {
      ...{ network: network.name, title: network.title, machine: machine() },
      ...{ measuredAt: new Date().toISOString(), load: Number(load.toFixed(2)) },
      control: { title: network.control.title, passesElsewhere, passesHere, outsideUnprotected },
      ...figures,
      stopped: JSON.parse(printed) as Record<string, number>,
    };
  } finally {
    traffic.kill('SIGKILL');
    await server.stop();
  }
}

/** Connects by one transport and disconnects, and counts what leaves outside the tunnel meanwhile. */
async function measureTransport(
  lab: Lab,
  location: string,
  transport: ChosenTransport,
): Promise<TransportRow> {
  await choose(lab, transport);
  let firstPacketMs: number | null = null;
  const timeoutMs = transport === automatic ? timeout.automatic : timeout.chosen;
  const outside = await countOutside(lab, async () => {
    const connect = ['comet', 'connect', location];
    firstPacketMs = await timeToFirst('packet', lab, connect, {}, timeoutMs).catch(() => null);
    if (firstPacketMs !== null) await sleep(200);
    await lab.exec('client', ['comet', 'disconnect']);
  });
  return { transport: transport.name, firstPacketMs, outside };
}

/** Counts the client's packets outside the tunnel, except those to the gateways, to which the unprotected traffic does not go. */
async function countOutside(lab: Lab, during: () => Promise<void>): Promise<number> {
  const { 'gw-nl': gateway } = lab.hosts;
  const capture = await captureOutside(lab, [`host ${gateway.ipv4}`, `host ${gateway.ipv6}`]);
  try {
    await during();
  } finally {
    await capture.stop();
  }
  return capture.packets().length;
}

async function choose(lab: Lab, { settings }: ChosenTransport): Promise<void> {
  for (const [name, value] of [
    ['protocol', 'automatic'],
    ['wireguard-over', 'automatic'],
    ['port', 'automatic'],
    ...settings,
  ])
    await lab.exec('client', ['comet', 'set', name ?? '', value ?? '']);
}

/** Connects by WireGuard over UDP, so that the daemon knows no other transport that worked in this network. */
async function forgetNetwork(lab: Lab, location: string): Promise<void> {
  await choose(lab, {
    name: '',
    settings: [
      ['protocol', 'wireguard'],
      ['wireguard-over', 'direct'],
    ],
  });
  await execOrThrow(lab, 'client', ['comet', 'connect', location]);
  await execOrThrow(lab, 'client', ['comet', 'disconnect']);
  await choose(lab, automatic);
}

/** Removes the client's IPv4 address and route; the returned function restores them. */
async function removeIpv4(lab: Lab): Promise<() => Promise<void>> {
  const { ipv4, uplink } = lab.hosts.client;
  const { stdout } = await lab.exec('client', ['ip', '-4', 'route', 'show', 'default']);
  await execOrThrow(lab, 'client', ['ip', 'address', 'delete', `${ipv4}/24`, 'dev', uplink]);
  return async () => {
    await execOrThrow(lab, 'client', ['ip', 'address', 'add', `${ipv4}/24`, 'dev', uplink]);
    await execOrThrow(lab, 'client', ['ip', 'route', 'replace', ...stdout.trim().split(/\s+/)]);
  };
}
