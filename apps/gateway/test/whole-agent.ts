import { wireguardGoProgram } from '@comet/testing';
import type { Admittance } from '@comet/contract';
import { type Inside, hosts, run, type TestNet } from './namespaces.ts';

/** Helpers of the agent tests: environment, control plane, and a customer across the internet. */

const wireguardGo = wireguardGoProgram();

/** Returns the environment of an agent with the WireGuard interface `link` and the state directory `state`. */
export const agentEnvironment = (link: string, state: string) => ({
  API_URL: 'http://127.0.0.1:4800',
  STATE_DIR: state,
  WG_INTERFACE: link,
  PUBLIC_IPV4: hosts.gateway.ipv4,
  PUBLIC_IPV6: hosts.gateway.ipv6,
  UPLINK_INTERFACE: 'eth0',
  RESOLVER: hosts.server.ipv4,
  WIREGUARD_IMPLEMENTATION: 'userspace',
  WIREGUARD_GO: wireguardGo,
  METRICS_PORT: '9465',
});

/** Starts a process in each of the three namespaces. */
export const enterAll = (net: TestNet): Promise<[Inside, Inside, Inside]> =>
  Promise.all([net.enter('gateway'), net.enter('client'), net.enter('internet')]);

/** Starts the control plane on the gateway's machine. Resolves with the CA of the admission endpoint's certificate, which is valid for `leafSeconds`. */
export async function startControlPlane(atGateway: Inside, leafSeconds = 86_400): Promise<string> {
  const { certificateAuthority } = await atGateway.call<{ certificateAuthority: string }>(
    'control-plane',
    'start',
    leafSeconds,
  );
  return certificateAuthority;
}

/** Runs a program in the gateway's namespace. */
export const onGateway = (net: TestNet, ...command: readonly string[]): Promise<string> =>
  run('ip', 'netns', 'exec', net.namespace.gateway, ...command);

/** The public key of the gateway's WireGuard interface. */
export const gatewayKey = async (net: TestNet, link: string): Promise<string> =>
  (await onGateway(net, 'wg', 'show', link, 'public-key')).trim();

/** Configures the customer's end of an admitted session, with routes to the networks `through`. */
export async function openTunnel(
  atClient: Inside,
  link: string,
  session: { readonly privateKey: string; readonly admitted: Admittance | null },
  through: readonly string[],
): Promise<void> {
  const endpoint = `${hosts.gateway.ipv4}:51820`;
  const { privateKey, admitted } = session;
  await atClient.call('customer', 'raiseTunnel', link, wireguardGo, privateKey, admitted, endpoint, through);
}
