import type { OpenWireguardOptions, WireguardDevice } from '@comet/linux-network';
import { startForwarding } from './forwarding.ts';
import type { RulesetPlan } from './ruleset.ts';
import { openTunnel } from './tunnel.ts';

export interface GatewayNetwork {
  readonly device: WireguardDevice;
  /** Whether the machine has IPv6 at all. */
  readonly ipv6: boolean;
  /** Whether sessions may leave through providers' endpoints. */
  readonly relays: boolean;
  /** Takes everything down; may be called twice. Or leaves it, rules included, for the next agent. */
  close(tunnels: 'go' | 'stay'): Promise<void>;
}

export interface NetworkPlan extends RulesetPlan, OpenWireguardOptions {
  readonly privateKey: string;
}

/**
 * Raises tunnel and rules so that no packet of the tunnel ever passes without the rules: they come first and go last.
 * Leaves nothing behind when it rejects.
 */
export async function openNetwork(plan: NetworkPlan): Promise<GatewayNetwork> {
  const { ipv6, relays, stop } = await startForwarding(plan);
  try {
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
      relays,
      async close(tunnels) {
        if (tunnels === 'stay') return device.leave();
        await device.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
