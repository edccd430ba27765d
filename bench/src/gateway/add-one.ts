import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WireguardDevice } from '@comet/linux-network';
import { type CaseFigures, median, quantile } from '../report.ts';
import { timeOf, timeOfCommand } from '../time-of.ts';
import type { AgentPeers } from './agent-peers.ts';
import type { Amounts } from './peers.ts';
import { newKey } from './with-device.ts';

/** Adds peers to a device with many peers, compared with `wg set` and `wg syncconf` on the same device, and reconciles without changes. */
export async function addOne(
  device: WireguardDevice,
  agent: AgentPeers,
  folder: string,
  { warmUps, turns, present, adds, commands }: Amounts,
  log: (line: string) => void,
): Promise<readonly CaseFigures[]> {
  const [p50, p99, unchangedTimes]: [number[], number[], number[]] = [[], [], []];
  const [set, sync]: [number[], number[]] = [[], []];
  const config = join(folder, 'syncconf');
  for (let turn = 1 - warmUps; turn <= turns; turn += 1) {
    const times = await agent.admitAndEnd(adds);
    const unchanged = await timeOf(agent.reconcile);
    const bySet: number[] = [];
    for (let index = 0; index < commands; index += 1) {
      const [key, ip] = [newKey(), `10.66.0.${index + 1}/32`];
      bySet.push(await timeOfCommand('wg', ['set', device.name, 'peer', key, 'allowed-ips', ip]));
      await device.apply({ remove: [key] });
    }
    const newPeer = { publicKey: newKey(), allowedIps: ['10.66.0.1/32'] };
    await writeFile(config, syncConfig([...(await device.status()), newPeer]), { mode: 0o600 });
    const bySync = await timeOfCommand('wg', ['syncconf', device.name, config]);
    await device.apply({ remove: [newPeer.publicKey] });
    if (turn < 1) continue;
    p50.push(quantile(times, 0.5));
    p99.push(quantile(times, 0.99));
    unchangedTimes.push(unchanged);
    set.push(median(bySet));
    sync.push(bySync);
    log(
      `add ${turn}: p50 ${p50.at(-1)?.toFixed(3)}, p99 ${p99.at(-1)?.toFixed(3)}, wg set ${set.at(-1)?.toFixed(1)}, wg syncconf ${bySync.toFixed(0)}, no change ${unchanged.toFixed(0)} ms`,
    );
  }
  const limit = (milliseconds: number) => p50.map(() => milliseconds);
  const target = { 'limit of 1 ms': 1, 'wg set': 0.5, 'wg syncconf': 0.05 };
  return [
    {
      case: `add one to ${present}`,
      ours: p50,
      peers: { 'limit of 1 ms': limit(1), 'wg set': set, 'wg syncconf': sync },
      target,
    },
    {
      case: `add one to ${present}, p99`,
      ours: p99,
      peers: { 'limit of 10 ms': limit(10) },
      target: { 'limit of 10 ms': 1 },
    },
    {
      case: `nothing to change among ${present}`,
      ours: unchangedTimes,
      peers: { 'limit of 100 ms': limit(100) },
      target: { 'limit of 100 ms': 1 },
    },
  ];
}

function syncConfig(peers: readonly { publicKey: string; allowedIps: readonly string[] }[]): string {
  return peers
    .map(
      ({ publicKey, allowedIps }) =>
        `[Peer]\nPublicKey = ${publicKey}\nAllowedIPs = ${allowedIps.join(', ')}\n`,
    )
    .join('');
}
