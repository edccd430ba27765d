import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { proofOf } from '@comet/admission';
import { admittance, admissionPath } from '@comet/contract';
import { openWireguardDevice, runIp } from '@comet/linux-network';
import * as z from 'zod/mini';

/** JSON on standard input: a ticket, the key pair that it is bound to, and the gateway that admits it. */
export interface SessionPlan {
  readonly link: string;
  readonly wireguardGo: string;
  readonly ticket: string;
  readonly privateKey: string;
  readonly publicKey: string;
  readonly gateway: {
    readonly ipv4: string;
    readonly doorPort: number;
    readonly serverName: string;
    readonly wireguardPublicKey: string;
  };
  readonly certificateAuthorities: readonly string[];
}

/**
 * Runs a session on a lab host without the daemon, whose firewall and state machine would interfere. Presents the ticket, configures
 * the tunnel, routes the lab's sites and the gateway's resolver through it, prints `up IPV4` and runs until SIGTERM. If the gateway
 * refuses, prints its reply and exits with 1.
 */
const plan = JSON.parse(await text(process.stdin)) as SessionPlan;
const { link, gateway, privateKey, ticket } = plan;
const proof = proofOf({ privateKey, peerPublicKey: gateway.wireguardPublicKey }, 'present', ticket);
const received = await post(JSON.stringify({ ticket, public_key: plan.publicKey, proof }));
if (received.status !== 200) {
  process.stdout.write(`${received.body}\n`);
  process.exit(1);
}
const admitted = z.decode(admittance, JSON.parse(received.body) as never);
const device = await openWireguardDevice({
  ...{ name: link, mtu: admitted.mtu, implementation: 'auto', wireguardGo: plan.wireguardGo },
});
await device.configure({ privateKey });
await device.apply({
  set: [
    {
      publicKey: admitted.serverPublicKey,
      endpoint: `${gateway.ipv4}:${admitted.wireguardPort}`,
      allowedIps: ['0.0.0.0/0', '::/0'],
      persistentKeepalive: 5,
    },
  ],
});
const through = ['203.0.113.80/31', '203.0.113.53/32', '2001:db8:0:1::80/127', '100.64.0.0/10', '10.0.0.0/8'];
await runIp([
  { kind: 'address-add', address: `${admitted.ipv4}/32`, link },
  { kind: 'address-add', address: `${admitted.ipv6}/128`, link },
  { kind: 'link-up', link },
  ...through.map((to) => ({
    ...{ kind: 'route-replace' as const, family: to.includes(':') ? (6 as const) : (4 as const), to, link },
  })),
]);
process.stdout.write(`up ${admitted.ipv4}\n`);
process.once('SIGTERM', () => void device.close().then(() => process.exit(0)));

function post(body: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(
      {
        ...{ host: gateway.ipv4, port: gateway.doorPort, servername: gateway.serverName, method: 'POST' },
        ...{ path: admissionPath, ca: [...plan.certificateAuthorities] },
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        void text(response).then(
          (reply) => resolve({ status: response.statusCode ?? 0, body: reply }),
          reject,
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
