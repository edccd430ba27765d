import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lab } from '@comet/lab';
import { type BareOpenvpn, bareOpenvpn } from './bare-openvpn.ts';
import { letThrough, must, serverByHand, wgQuickConfig } from './by-hand.ts';
import type { Bench } from './report.ts';
import { withSignedInClient } from './service.ts';

const turns = 11;

/** Warm `comet connect` beside `wg-quick up` and stock `openvpn`, all to the first reply of the same internet host. */
export const connectBench: Bench = {
  name: 'connect',
  metric: 'time from the start of the command to the first reply through the tunnel',
  unit: 'ms',
  better: 'lower',
  measure: (log) =>
    withSignedInClient(log, async ({ lab, customer, wireguardGo, location }) => {
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      await letThrough(lab, 'byhand-s');
      const server = await serverByHand(lab, wireguardGo, 'byhand-s', 51_999);
      const config = await wgQuickConfig(lab, server, folder, 'byhand-q');
      const env = { WG_QUICK_USERSPACE_IMPLEMENTATION: wireguardGo };
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let turn = 0; turn <= turns; turn += 1) {
        const comet = await firstReply(lab, ['comet', 'connect', location], {});
        await must(lab, 'client', ['comet', 'disconnect']);
        const quick = await firstReply(lab, ['wg-quick', 'up', config], env);
        await must(lab, 'client', ['wg-quick', 'down', config], env);
        // The routes of wg-quick cut the daemon's waiting connection to the door; warm means that it is there again.
        await sleep(2000);
        if (turn === 0) continue; // The first turn warms both.
        ours.push(comet);
        theirs.push(quick);
        log(`turn ${turn}: comet ${comet.toFixed(1)} ms, wg-quick ${quick.toFixed(1)} ms`);
      }
      await server.down();
      const bare = await bareOpenvpn(lab, customer, location, folder, 'udp');
      const openvpn = await byOpenvpn(lab, location, bare, log);
      await bare.close();
      await rm(folder, { recursive: true });
      return [
        { case: 'wireguard', ours, peers: { 'wg-quick': theirs }, target: { 'wg-quick': 0.35 } },
        { case: 'openvpn-udp', ...openvpn, target: { openvpn: 1.1 } },
      ];
    }),
};

/** `comet connect` by OpenVPN beside stock `openvpn` with the customer's file, against the same server. */
async function byOpenvpn(lab: Lab, location: string, bare: BareOpenvpn, log: (line: string) => void) {
  await must(lab, 'client', ['comet', 'set', 'protocol', 'openvpn']);
  await must(lab, 'client', ['comet', 'set', 'variant', 'udp']);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const comet = await firstReply(lab, ['comet', 'connect', location], {});
    await must(lab, 'client', ['comet', 'disconnect']);
    const stock = await firstReply(lab, bare.up, {});
    await bare.down();
    if (turn === 0) continue; // The first turn warms both.
    ours.push(comet);
    theirs.push(stock);
    log(`turn ${turn}: comet ${comet.toFixed(1)} ms, openvpn ${stock.toFixed(1)} ms`);
  }
  await must(lab, 'client', ['comet', 'set', 'protocol', 'automatic']);
  return { ours, peers: { openvpn: theirs } };
}

async function firstReply(
  lab: Lab,
  command: readonly string[],
  env: Record<string, string>,
): Promise<number> {
  const script = join(import.meta.dirname, 'first-reply.ts');
  const argv = [process.execPath, script, lab.hosts.inet.ipv4, ...command];
  const { code, stdout, stderr } = await lab.exec('client', argv, { env, timeoutMs: 30_000 });
  if (code !== 0) throw new Error(`${command.join(' ')} brought no reply: ${stderr}`);
  return Number(stdout);
}
