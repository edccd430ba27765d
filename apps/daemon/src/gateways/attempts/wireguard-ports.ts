import type { DaemonSettings } from '@comet/tunnel-protocol';
import type { Gateway } from '../../model/gateway.ts';

/** Further ports in the order to try: those that the fewest networks block first (HTTP/3, DNS, IPsec, NTP). */
const preferred: readonly number[] = [443, 53, 4500, 123, 80];

/**
 * The WireGuard ports of a gateway in the order to try: automatically `worked`, which worked last on this network, then the main one, then
 * the others; or only the chosen one. Empty if the gateway does not offer that.
 */
export function portsInOrder(
  choice: DaemonSettings['wireguardPort'],
  { wireguardPort, wireguardPorts }: Pick<Gateway, 'wireguardPort' | 'wireguardPorts'>,
  worked: number | null,
): readonly number[] {
  if (choice !== 'automatic') return wireguardPorts.filter((port) => port === Number(choice));
  const rank = (port: number): number => {
    if (port === worked) return -2;
    if (port === wireguardPort) return -1;
    const index = preferred.indexOf(port);
    return index === -1 ? preferred.length : index;
  };
  return wireguardPorts.toSorted((one, other) => rank(one) - rank(other));
}
