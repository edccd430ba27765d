import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import {
  checkProof,
  checkTicket,
  isCommon,
  listedBlockLists,
  nameFilters,
  ticketKeyOf,
  type Verifiers,
} from '@comet/admission';
import { unixSeconds } from '@comet/foundation';
import { runIp, type WireguardDevice } from '@comet/linux-network';
import { addresses, apiFront, type GatewayPlace } from './addresses.ts';
import { readBody } from './control-plane.ts';
import type { Counters, Switches } from './switches.ts';

interface GatewayOptions {
  readonly device: WireguardDevice;
  readonly keys: { readonly privateKey: string; readonly publicKey: string };
  readonly gatewayId: string;
  readonly place: GatewayPlace;
  readonly ticketVerifiers: Verifiers;
  readonly certificate: { readonly chain: string; readonly key: string };
  readonly switches: Switches;
  readonly counters: Counters;
  /** Called with the public key of each admitted client. */
  readonly onClient?: (publicKey: string) => void;
}

/** An admission endpoint with the checks of a real one, and one WireGuard device with one lease. */
export async function serveGateway(options: GatewayOptions): Promise<void> {
  const { device, keys, switches, counters, place } = options;
  await device.configure({ privateKey: keys.privateKey, listenPort: place.wireguardPort });
  await runIp([{ kind: 'link-up', link: device.name }]);
  for (const lease of [`${place.lease4}/32`, `${place.lease6}/128`])
    execFileSync('ip', ['route', 'add', lease, 'dev', device.name]);
  const server = createServer(
    {
      cert: await readFile(options.certificate.chain),
      key: await readFile(options.certificate.key),
      minVersion: 'TLSv1.3',
      keepAliveTimeout: 300_000,
    },
    (request, response) => {
      void readBody(request).then(async (body) => {
        const refusal = request.method === 'GET' ? 'not_found' : decide(options, request.method ?? '', body);
        if (refusal !== null) return send(response, 403, { error: { code: refusal, message: refusal } });
        if (request.method === 'DELETE') {
          counters.releases += 1;
          await device.apply({ replaceAll: true });
          return send(response, 204);
        }
        counters.presentations += 1;
        await device.apply({
          replaceAll: true,
          set: [
            {
              publicKey: String(body['public_key']),
              allowedIps: [`${place.lease4}/32`, `${place.lease6}/128`],
            },
          ],
        });
        options.onClient?.(String(body['public_key']));
        return send(response, 200, {
          server_public_key: keys.publicKey,
          wireguard_port: place.wireguardPort,
          ipv4: place.lease4,
          ipv6: place.lease6,
          dns: [addresses.tunnel4],
          filters: nameFilters(switches.blockLists).filter(isCommon),
          more_block_lists: listedBlockLists(switches.blockLists).moreBlockLists,
          mtu: 1420,
          session_until: new Date(Date.now() + switches.sessionSeconds * 1000).toISOString(),
        });
      });
    },
  );
  // Relays to the API, as `control-plane-relay.ts` of a gateway does.
  server.on('connect', (request, socket) => {
    socket.on('error', () => undefined);
    if (request.url !== `${apiFront.host}:${apiFront.port}`)
      return void socket.end('HTTP/1.1 403 relay_refused\r\ncontent-length: 0\r\n\r\n');
    const upstream = connect(apiFront.port, apiFront.api);
    upstream.on('error', () => socket.destroy());
    socket.once('close', () => upstream.destroy());
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  return new Promise((resolve) => {
    server.listen(place.admissionPort, resolve);
  });
}

function decide(
  { switches, ticketVerifiers, gatewayId, keys }: GatewayOptions,
  method: string,
  body: Record<string, unknown>,
) {
  const refusal = switches.admissionRefusals.shift();
  if (refusal !== undefined) return refusal;
  const text = String(body['ticket']);
  const publicKey = String(body['public_key']);
  const checked = checkTicket(ticketVerifiers, text, { audience: gatewayId, now: unixSeconds(new Date()) });
  if (!checked.ok) return checked.error;
  const ends = { privateKey: keys.privateKey, peerPublicKey: publicKey };
  const proven = checkProof(ends, method === 'POST' ? 'present' : 'release', text, String(body['proof']));
  return proven && checked.value.key === ticketKeyOf(publicKey) ? null : 'proof_invalid';
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}
