import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWireguardDevice, type WireguardDevice } from '@comet/linux-network';
import { findWireguardGo } from '@comet/stack';
import { type AgentPeers, agentPeers } from './agent-peers.ts';
import { withControlPlane } from '../control-plane.ts';
import { makeConfigs } from './gateway-configs.ts';
import { type Bench, type CaseFigures, median } from '../report.ts';
import { timeOf, timeOfCommand } from '../time-of.ts';

const turns = 7;
const present = 10_000;
const addsInATurn = 1_000;
const commandsInATurn = 11;
const crowd = { few: 100, many: 50_000 };

/** How fast a gateway lets people in, with the real agent's code between the door and a real data plane, beside wg(8) on the same one. */
export const peersBench: Bench = {
  name: 'peers',
  metric: 'time until the data plane has said that it has the peers',
  unit: 'ms',
  better: 'lower',
  measure: (log) =>
    withControlPlane(log, async ({ addresses }) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      const wireguardGo = (await findWireguardGo(log)) ?? 'wireguard-go';
      try {
        const configs = await makeConfigs(addresses, present);
        const one = await withDevice(`cbpeers${process.pid}`, wireguardGo, async (device) => {
          const agent = agentPeers(device, folder);
          const cold = await coldSync(device, agent, configs, log);
          const added = await addOne(device, agent, folder, log);
          await agent.close();
          return [cold, ...added];
        });
        return [...one, await flatness(folder, wireguardGo, log)];
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
};

/** From opening the feed with nothing on disk to the last peer on the device, beside writing the same peers to it. */
async function coldSync(
  device: WireguardDevice,
  agent: AgentPeers,
  configs: Awaited<ReturnType<typeof makeConfigs>>,
  log: (line: string) => void,
): Promise<CaseFigures> {
  const ours: number[] = [];
  const straight: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    await device.apply({ replaceAll: true, set: [] });
    const hand = await timeOf(() => device.apply({ set: configs.peers }));
    await device.apply({ replaceAll: true, set: [] });
    const synced = await timeOf(() => agent.followUntilSynced(configs.follow()));
    const { length } = await device.status();
    if (length !== present) throw new Error(`The device has ${length} peers after a cold sync`);
    if (turn === 0) continue; // The first turn warms both.
    straight.push(hand);
    ours.push(synced);
    log(`cold sync ${turn}: ours ${synced.toFixed(0)} ms, straight to the device ${hand.toFixed(0)} ms`);
  }
  return {
    case: `cold sync of ${present}`,
    ours,
    peers: { 'straight to the device': straight },
    target: { 'straight to the device': 1.3 },
  };
}

async function addOne(
  device: WireguardDevice,
  agent: AgentPeers,
  folder: string,
  log: (line: string) => void,
): Promise<readonly CaseFigures[]> {
  const [middle, late, quiet]: [number[], number[], number[]] = [[], [], []];
  const [set, sync]: [number[], number[]] = [[], []];
  const config = join(folder, 'syncconf');
  for (let turn = 0; turn <= turns; turn += 1) {
    const times = await agent.admitAndEnd(addsInATurn);
    const untouched = await timeOf(agent.reconcile);
    const bySet: number[] = [];
    for (let index = 0; index < commandsInATurn; index += 1) {
      const [key, ip] = [newKey(), `10.66.0.${index + 1}/32`];
      bySet.push(await timeOfCommand('wg', ['set', device.name, 'peer', key, 'allowed-ips', ip]));
      await device.apply({ remove: [key] });
    }
    const stranger = { publicKey: newKey(), allowedIps: ['10.66.0.1/32'] };
    await writeFile(config, syncConfig([...(await device.status()), stranger]), { mode: 0o600 });
    const bySync = await timeOfCommand('wg', ['syncconf', device.name, config]);
    await device.apply({ remove: [stranger.publicKey] });
    if (turn === 0) continue;
    middle.push(percentile(times, 0.5));
    late.push(percentile(times, 0.99));
    quiet.push(untouched);
    set.push(median(bySet));
    sync.push(bySync);
    log(
      `add ${turn}: p50 ${middle.at(-1)?.toFixed(3)}, p99 ${late.at(-1)?.toFixed(3)}, wg set ${set.at(-1)?.toFixed(1)}, wg syncconf ${bySync.toFixed(0)}, no change ${untouched.toFixed(0)} ms`,
    );
  }
  const limit = (milliseconds: number) => middle.map(() => milliseconds);
  const target = { 'limit of 1 ms': 1, 'wg set': 0.5, 'wg syncconf': 0.05 };
  return [
    {
      case: `add one to ${present}`,
      ours: middle,
      peers: { 'limit of 1 ms': limit(1), 'wg set': set, 'wg syncconf': sync },
      target,
    },
    {
      case: `add one to ${present}, p99`,
      ours: late,
      peers: { 'limit of 10 ms': limit(10) },
      target: { 'limit of 10 ms': 1 },
    },
    {
      case: `nothing to change among ${present}`,
      ours: quiet,
      peers: { 'limit of 100 ms': limit(100) },
      target: { 'limit of 100 ms': 1 },
    },
  ];
}

/** Adding one to a crowd beside adding one to few, in turn, on two data planes at once. */
async function flatness(
  folder: string,
  wireguardGo: string,
  log: (line: string) => void,
): Promise<CaseFigures> {
  return withDevice(`cbmany${process.pid}`, wireguardGo, (crowded) =>
    withDevice(`cbfew${process.pid}`, wireguardGo, async (quiet) => {
      const [many, few] = [agentPeers(crowded, folder), agentPeers(quiet, folder)];
      await many.fill(crowd.many);
      await few.fill(crowd.few);
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let turn = 0; turn <= turns; turn += 1) {
        const atFew = percentile(await few.admitAndEnd(addsInATurn), 0.5);
        const atMany = percentile(await many.admitAndEnd(addsInATurn), 0.5);
        if (turn === 0) continue;
        ours.push(atMany);
        theirs.push(atFew);
        log(
          `flat ${turn}: ${atMany.toFixed(3)} ms among ${crowd.many}, ${atFew.toFixed(3)} among ${crowd.few}`,
        );
      }
      await Promise.all([many.close(), few.close()]);
      const peer = `among ${crowd.few}`;
      return { case: `add one to ${crowd.many}`, ours, peers: { [peer]: theirs }, target: { [peer]: 1.5 } };
    }),
  );
}

/** `wireguardGo` makes it where the kernel cannot. */
async function withDevice<T>(
  name: string,
  wireguardGo: string,
  use: (device: WireguardDevice) => Promise<T>,
): Promise<T> {
  const device = await openWireguardDevice({
    ...{ name, mtu: 1420, implementation: 'auto', wireguardGo },
  });
  try {
    await device.configure({ privateKey: newKey() });
    return await use(device);
  } finally {
    await device.close();
  }
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function syncConfig(peers: readonly { publicKey: string; allowedIps: readonly string[] }[]): string {
  return peers
    .map(
      ({ publicKey, allowedIps }) =>
        `[Peer]\nPublicKey = ${publicKey}\nAllowedIPs = ${allowedIps.join(', ')}\n`,
    )
    .join('');
}
