import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDocument, readVerifiers, type ServerList, type TrustAnchors } from '@comet/admission';
import { api } from '@comet/contract';
import { findWireguardGo } from '@comet/stack';
import type { Lab } from '@comet/lab';
import { generateWireguardKeyPair } from '@comet/linux-network';
import type { Customer } from '../support/customer.ts';
import type { SessionPlan } from './session.ts';

export interface ResidentialSession {
  /** The session's address in the tunnel. */
  readonly ipv4: string;
  end(): Promise<void>;
}

/** Egress of a session: a location, or a dedicated IP at its gateway. */
export type Egress =
  | { readonly location: string }
  | { readonly serviceId: string; readonly gatewayId: string };

/** Starts a session of the customer on a host of the lab. */
export async function startSession(
  lab: Lab,
  state: string,
  customer: Customer,
  egress: Egress,
  host: 'client' | 'exit-de' = 'client',
): Promise<ResidentialSession> {
  const keys = generateWireguardKeyPair();
  const device = { name: 'Residential', platform: 'linux' as const };
  const { device: added } = await customer.client.call(api.addDevice, {
    body: device,
    idempotencyKey: crypto.randomUUID(),
  });
  const trust = JSON.parse(await readFile(join(state, 'lab/trust.json'), 'utf8')) as TrustAnchors;
  const { gateway, exit } = await routeOf(customer, egress, trust);
  const { ticket } = await customer.client.call(api.issueTicket, {
    body: {
      ...{ deviceId: added.id, publicKey: keys.publicKey, standby: false },
      ...{ ...exit, gatewayId: gateway.id },
    },
  });
  const plan: SessionPlan = {
    ...{ link: `rs-${lab.id}`, wireguardGo: (await findWireguardGo(console.log)) ?? 'wireguard-go' },
    ...{ ticket, ...keys, gateway, certificateAuthorities: trust.certificateAuthorities },
  };
  const program = join(import.meta.dirname, 'session.ts');
  const child = lab.spawn(host, [process.execPath, program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  child.stdin?.end(JSON.stringify(plan));
  const firstLine = await new Promise<string>((resolve) => {
    child.stdout?.setEncoding('utf8').once('data', resolve);
    child.once('close', () => resolve('it ended'));
  });
  const ipv4 = /^up (\S+)/.exec(firstLine)?.[1];
  if (ipv4 === undefined) throw new Error(`The session did not come up: ${firstLine}`);
  return {
    ipv4,
    async end() {
      child.kill('SIGTERM');
      await closed;
      await customer.client.call(api.removeDevice, { params: { id: added.id } });
    },
  };
}

/** The gateway of a session, as an app chooses it from the signed list, and what the ticket names besides it. */
async function routeOf(customer: Customer, egress: Egress, { listKeys }: TrustAnchors) {
  const { list } = await customer.client.call(api.serverList, {});
  const opened = openDocument('server-list', readVerifiers(listKeys), list);
  if (!opened.ok) throw new Error('The server list is not genuine');
  const { through, gateways } = opened.value as ServerList;
  const ids =
    'gatewayId' in egress
      ? [egress.gatewayId]
      : through.find(({ location }) => location === egress.location)?.gateways;
  const gateway = gateways.find(({ id, location, online }) =>
    ids === undefined ? online && 'location' in egress && location === egress.location : id === ids[0],
  );
  if (gateway === undefined) throw new Error(`No gateway leads to ${JSON.stringify(egress)}`);
  return { gateway, exit: ids === undefined ? {} : egress };
}
