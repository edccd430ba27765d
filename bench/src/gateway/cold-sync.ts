import type { WireguardDevice } from '@comet/linux-network';
import type { CaseFigures } from '../report.ts';
import { timeOf } from '../time-of.ts';
import type { AgentPeers } from './agent-peers.ts';
import type { makeConfigs } from './gateway-configs.ts';
import type { Amounts } from './peers.ts';

/** From opening the feed with nothing on disk to the last peer on the device, beside writing the same peers to it. */
export async function coldSync(
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
    const hand = await timeOf(() => device.apply({ set: configs.peers }));
    await device.apply({ replaceAll: true, set: [] });
    const synced = await timeOf(() => agent.followUntilSynced(configs.follow()));
    const { length } = await device.status();
    if (length !== present) throw new Error(`The device has ${length} peers after a cold sync`);
    if (turn < 1) continue;
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
