import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findWireguardGo } from '@comet/stack';
import type { Bench } from '../bench.ts';
import { type CaseFigures, quantile } from '../report.ts';
import { addOne } from './add-one.ts';
import { agentPeers, type AgentPeers } from './agent-peers.ts';
import { makeConfigs } from './gateway-configs.ts';
import { withDevice } from './with-device.ts';
import type { WireguardDevice } from '@comet/linux-network';
import { timeOf } from '../time-of.ts';

/** Numbers of added peers and of commands per turn; `few` and `many` are the numbers of existing peers when another is added. */
export interface Amounts {
  readonly warmUps: number;
  readonly turns: number;
  readonly present: number;
  readonly adds: number;
  readonly commands: number;
  readonly few: number;
  readonly many: number;
}

const amounts = {
  full: { warmUps: 1, turns: 7, present: 10_000, adds: 1_000, commands: 11, few: 100, many: 50_000 },
  smoke: { warmUps: 0, turns: 1, present: 200, adds: 20, commands: 1, few: 100, many: 300 },
};

/**
 * The speed of admissions, with the agent's code between the admission endpoint and a real data plane, compared with wg(8) on the same one.
 */
export const peersBench: Bench = {
  name: 'peers',
  metric: 'time until the data plane has said that it has the peers',
  unit: 'ms',
  better: 'lower',
  packages: { wg: 'wireguard-tools' },
  needsLab: true,
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses }) => {
      const amount = amounts[extent];
      const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
      const wireguardGo = (await findWireguardGo(log)) ?? 'wireguard-go';
      try {
        const configs = await makeConfigs(addresses, amount.present);
        const one = await withDevice(`cbpeers${process.pid}`, wireguardGo, async (device) => {
          const agent = agentPeers(device, folder);
          const cold = await coldSync(device, agent, configs, amount, log);
          const added = await addOne(device, agent, folder, amount, log);
          await agent.close();
          return [cold, ...added];
        });
        return [...one, await flatness(folder, wireguardGo, amount, log)];
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
};

/** Compares adding a peer to many peers with adding one to few, alternately, on two running data planes. */
async function flatness(
  folder: string,
  wireguardGo: string,
  { warmUps, turns, adds, few, many }: Amounts,
  log: (line: string) => void,
): Promise<CaseFigures> {
  return withDevice(`cbmany${process.pid}`, wireguardGo, (manyPeers) =>
    withDevice(`cbfew${process.pid}`, wireguardGo, async (fewPeers) => {
      const [manyAgent, fewAgent] = [agentPeers(manyPeers, folder), agentPeers(fewPeers, folder)];
      await manyAgent.fill(many);
      await fewAgent.fill(few);
      const [ours, theirs]: [number[], number[]] = [[], []];
      for (let turn = 1 - warmUps; turn <= turns; turn += 1) {
        const atFew = quantile(await fewAgent.admitAndEnd(adds), 0.5);
        const atMany = quantile(await manyAgent.admitAndEnd(adds), 0.5);
        if (turn < 1) continue;
        ours.push(atMany);
        theirs.push(atFew);
        log(`flat ${turn}: ${atMany.toFixed(3)} ms among ${many}, ${atFew.toFixed(3)} among ${few}`);
      }
      await Promise.all([manyAgent.close(), fewAgent.close()]);
      const peer = `among ${few}`;
      return { case: `add one to ${many}`, ours, peers: { [peer]: theirs }, target: { [peer]: 1.5 } };
    }),
  );
}

/** Time from opening the feed with an empty state to the last peer on the device, compared with writing the same peers to it. */
async function coldSync(
  device: WireguardDevice,
  agent: AgentPeers,
  configs: Awaited<ReturnType<typeof makeConfigs>>,
  { warmUps, turns, present }: Amounts,
  log: (line: string) => void,
): Promise<CaseFigures> {
  const ours: number[] = [];
  const straight: number[] = [];
  for (let turn = 1 - warmUps; turn <= turns; turn += 1) {
    await device.apply({ replaceAll: true, set: [] });
    const direct = await timeOf(() => device.apply({ set: configs.peers }));
    await device.apply({ replaceAll: true, set: [] });
    const synced = await timeOf(() => agent.followUntilSynced(configs.follow()));
    const { length } = await device.status();
    if (length !== present) throw new Error(`The device has ${length} peers after a cold sync`);
    if (turn < 1) continue;
    straight.push(direct);
    ours.push(synced);
    log(`cold sync ${turn}: ours ${synced.toFixed(0)} ms, straight to the device ${direct.toFixed(0)} ms`);
  }
  return {
    case: `cold sync of ${present}`,
    ours,
    peers: { 'straight to the device': straight },
    target: { 'straight to the device': 1.3 },
  };
}
