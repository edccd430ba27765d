import type { OpenWireguardOptions, WireguardDevice } from '@comet/linux-network';
import { startForwarding, stopForwarding } from './forwarding.ts';
import type { RulesetPlan } from './ruleset.ts';
import { openTunnel } from './tunnel.ts';

export interface GatewayNetwork {
  readonly device: WireguardDevice;
  /** Whether the machine has IPv6 at all. */
  readonly ipv6: boolean;
  /** Takes everything down; may be called twice. */
  close(): Promise<void>;
}

export interface NetworkPlan extends Omit<RulesetPlan, 'tunnel'>, OpenWireguardOptions {
  readonly privateKey: string;
}

/**
 * Raises tunnel and rules so that no packet of the tunnel ever passes without the rules: they come first and go last.
 * Leaves nothing behind when it rejects.
 */
export async function openNetwork(plan: NetworkPlan): Promise<GatewayNetwork> {
  try {
    const { ipv6 } = await startForwarding({ ...plan, tunnel: plan.name });
    const device = await openTunnel({
      ...plan,
      listenPort: plan.wireguardPort,
      addresses: [
        `${plan.gateway4}/10`,
        ...plan.filters4.map((address) => `${address}/32`),
        ...(ipv6 ? [`${plan.gateway6}/64`] : []),
      ],
    });
    return {
      device,
      ipv6,
      async close() {
        await device.close();
        await stopForwarding();
      },
    };
  } catch (error) {
    await stopForwarding();
    throw error;
  }
}
