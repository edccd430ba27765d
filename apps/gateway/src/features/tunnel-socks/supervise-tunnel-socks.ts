import { associationPorts, tunnelSocksPort } from '../../platform/firewall/tunnel-socks-rules.ts';
import { restartOnEnd, runProgram, type Supervision } from '../../platform/processes/supervise-program.ts';

/** The arguments of `comet-relay tunnel-socks` (crates/relay). */
export interface TunnelSocksPlan {
  /** Absolute path of the program. */
  readonly program: string;
  readonly user: number;
  /** IPv4 address of the operator's resolver. */
  readonly resolver: string;
  /** The gateway's own addresses in the tunnel; none for no proxy. */
  readonly addresses: readonly string[];
}

/**
 * Runs the SOCKS5 proxy for customers in the tunnel, so that their bytes are read by an unprivileged process, not by the agent. It is
 * restarted when it ends. Resolves after `signal`, at once without addresses.
 */
export async function superviseTunnelSocks(
  parts: { readonly plan: TunnelSocksPlan } & Supervision,
  signal: AbortSignal,
): Promise<void> {
  const { program, user, resolver, addresses } = parts.plan;
  if (addresses.length === 0) return;
  const listening = addresses.map((address) =>
    address.includes(':') ? `[${address}]:${tunnelSocksPort}` : `${address}:${tunnelSocksPort}`,
  );
  const udpPorts = `${associationPorts.first}-${associationPorts.last}`;
  const args = ['tunnel-socks', String(user), `${resolver}:53`, udpPorts, ...listening];
  await restartOnEnd(() => runProgram(program, args, signal), parts, signal);
}
