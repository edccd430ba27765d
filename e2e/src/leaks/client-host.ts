import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { comet, tunnelLink, egressAddress, signIn } from '../support/client-host.ts';
import { newCustomerWithPlan } from '../support/customer.ts';
import { runningLab, runningStack } from '../support/running-stack.ts';
import { startTraffic } from './outside.ts';

export const lab: Lab = runningLab();

/** Gateways of these tests. */
export const gateways = {
  netherlands: { host: 'gw-nl', location: 'nl-ams', ...addressesOf('gw-nl') },
  japan: { host: 'gw-jp', location: 'jp-tyo', ...addressesOf('gw-jp') },
} as const;

export type Gateway = (typeof gateways)[keyof typeof gateways];

function addressesOf(host: 'gw-nl' | 'gw-jp') {
  const { ipv4, ipv6 } = lab.hosts[host];
  return { ipv4, ipv6 };
}

/** A transport of a tunnel. */
export interface Transport {
  readonly name: string;
  readonly link: { readonly protocol: 'wireguard' | 'openvpn'; readonly variant?: string };
  /** Command lines of the transport's programs on the client. */
  readonly programs: readonly RegExp[];
}

const openvpn = /^openvpn /;
const hidden = (variant: string, name: string, program: RegExp): Transport => ({
  name: `OpenVPN by ${name}`,
  link: { protocol: 'openvpn', variant },
  programs: [openvpn, program],
});

export const transports = {
  wireguard: { name: 'WireGuard', link: { protocol: 'wireguard' }, programs: [/wireguard\S* comet/] },
  udp: { name: 'OpenVPN by UDP', link: { protocol: 'openvpn', variant: 'udp' }, programs: [openvpn] },
  tcp: { name: 'OpenVPN by TCP', link: { protocol: 'openvpn', variant: 'tcp' }, programs: [openvpn] },
  tls: hidden('tls', 'TLS', /^stunnel /),
  shadowsocks: hidden('shadowsocks', 'Shadowsocks', /^ss-tunnel /),
  obfs4: hidden('obfs4', 'obfs4', /^obfs4proxy/),
} as const satisfies Readonly<Record<string, Transport>>;

/**
 * Signs a new customer in on the client and starts the traffic of an unprotected machine. The returned function ends both. Each transport
 * is chosen explicitly: transports.spec.ts tests the fallback.
 */
export async function signInAndStartTraffic(): Promise<() => Promise<void>> {
  const customer = await newCustomerWithPlan(runningStack());
  await signIn(lab, customer);
  await selectTransport(transports.wireguard);
  const traffic = startTraffic(lab);
  return async () => {
    traffic.kill();
    await comet(lab, 'lan', 'off');
    await comet(lab, 'lockdown', 'off');
    await comet(lab, 'disconnect');
    await comet(lab, 'set', 'protocol', 'automatic');
    await comet(lab, 'set', 'port', 'automatic');
  };
}

/** Selects a transport, WireGuard at its main port. */
export async function selectTransport({ link: { protocol, variant } }: Transport): Promise<void> {
  await comet(lab, 'set', 'protocol', protocol);
  if (protocol === 'wireguard') await comet(lab, 'set', 'port', '51820');
  if (variant !== undefined) await comet(lab, 'set', 'variant', variant);
}

/** Connects by `transport`, from any previous state. */
export async function connect(transport: Transport, gateway: Gateway): Promise<void> {
  await selectTransport(transport);
  await comet(lab, 'connect', gateway.location);
  expect(await tunnelLink(lab)).toMatchObject(transport.link);
}

/** Waits until the client's egress address is that of `gateway`. A request that got no response in a second is repeated. */
export async function expectEgress(gateway: Gateway, milliseconds = 45_000): Promise<void> {
  await expect
    .poll(() => egressAddress(lab, lab.echoUrl.ipv4, 1), {
      timeout: milliseconds,
      intervals: [100, 250, 500],
    })
    .toBe(gateway.ipv4);
}

/** Runs a command on a lab host and expects it to succeed. */
export async function execOrThrow(
  host: 'client' | 'router' | 'inet' | 'gw-nl' | 'gw-jp',
  argv: readonly string[],
  input?: string,
): Promise<string> {
  const { code, stdout, stderr } = await lab.exec(host, argv, input === undefined ? {} : { input });
  expect(code, `${argv.join(' ')}: ${stderr}`).toBe(0);
  return stdout;
}
