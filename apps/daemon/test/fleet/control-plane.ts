import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import {
  issueTicket,
  listedBlockLists,
  type TicketClaims,
  type Signer,
  signDocument,
  ticketKeyOf,
  ticketLifetime,
} from '@comet/admission';
import { unixSeconds } from '@comet/foundation';
import {
  customer,
  elsewhere,
  addresses,
  location,
  secondLocation,
  secondPlace,
  serverName,
} from './addresses.ts';
import { openvpnCredentials, type OpenvpnServers } from './openvpn-servers.ts';
import { serveAgent, type EnrolledGateway, enrolGateway } from './relay/enrol-gateway.ts';
import type { Counters, Switches } from './switches.ts';

export interface ControlPlaneOptions {
  /** Contains the certificate authority, and the files of releases. */
  readonly folder: string;
  readonly openvpn: OpenvpnServers;
  readonly listSigner: Signer;
  readonly ticketSigner: Signer;
  readonly gatewayId: string;
  readonly wireguardPublicKey: string;
  /** The second gateway, which is listed while the first one drains, or at a location of its own. */
  readonly second: { readonly gatewayId: string; readonly wireguardPublicKey: string };
  readonly switches: Switches;
  readonly counters: Counters;
}

/** The part of the API that a daemon uses, in the contract's wire format. */
export function serveControlPlane(options: ControlPlaneOptions): Promise<void> {
  const server = createServer((request, response) => {
    if (options.switches.apiDown) {
      request.socket.destroy();
      return;
    }
    const later = options.switches.hoursAhead * 3_600_000;
    response.setHeader('date', new Date(Date.now() + later).toUTCString());
    void readBody(request).then((body) => respond(options, request, body, response));
  });
  return new Promise((resolve) => {
    server.listen(addresses.apiPort, addresses.far, resolve);
  });
}

/** Path of releases of the app, at the API's own host. */
const releases = '/releases/';

type Body = Record<string, unknown>;

/** The gateways with their own agents, where a test has them. */
const enrolled: EnrolledGateway[] = [];

function respond(
  options: ControlPlaneOptions,
  request: IncomingMessage,
  body: Body,
  response: ServerResponse,
) {
  const send = (status: number, reply?: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(reply === undefined ? '' : JSON.stringify(reply));
  };
  const refuse = (status: number, code: string): void => send(status, { error: { code, message: code } });
  const createdAt = new Date().toISOString();
  switch (`${request.method} ${request.url?.replace(/devices\/.+/, 'devices/ID')}`) {
    case 'POST /api/v1/users/tokens':
      if (body['email'] !== customer.email || body['password'] !== customer.password)
        return refuse(422, 'wrong_credentials');
      return send(201, { access_token: 'token-of-ada' });
    case 'POST /api/v1/device-authorizations':
      return send(201, {
        device_code: 'device-code',
        user_code: 'BCDF-GHJK',
        verification_uri: 'http://dashboard.comet.test/dash/quick-login/',
        verification_uri_complete: 'http://dashboard.comet.test/dash/quick-login/?code=BCDF-GHJK',
        expires_in: 600,
        interval: 1,
      });
    case 'POST /api/v1/device-authorizations/token':
      return send(201, { access_token: 'token-of-ada' });
    case 'GET /api/v1/users/current':
      return send(200, {
        id: randomUUID(),
        email: customer.email,
        email_verified: true,
        has_password: true,
        created_at: createdAt,
      });
    case 'GET /api/v1/subscription':
      return send(200, { subscription: null });
    case 'POST /api/v1/devices':
      return send(201, {
        device: {
          id: randomUUID(),
          name: body['name'],
          platform: 'linux',
          created_at: createdAt,
          signed_in: true,
        },
      });
    case 'DELETE /api/v1/devices/ID':
    case 'DELETE /api/v1/users/tokens/current':
      return send(204);
    case 'POST /api/v1/gateways/enrolments': {
      const agent = enrolGateway(options.folder, options.ticketSigner, body);
      enrolled.push(agent);
      return send(201, agent.reply);
    }
    case 'GET /api/v1/server-list':
      options.counters.lists += 1;
      return send(200, { list: serverList(options) });
    case `POST /api/v1/openvpn/gateways/${options.gatewayId}/logins`: {
      const expiresAt = new Date(Date.now() + 24 * 3_600_000).toISOString();
      return send(201, { ...openvpnCredentials, expires_at: expiresAt });
    }
    case `GET /api/v1/openvpn/gateways/${options.gatewayId}/profile`:
      return send(200, {
        server_name: serverName,
        ipv4: addresses.far,
        ipv6: null,
        ca: '',
        tls_crypt_v2_client_key: options.openvpn.tlsCryptV2ClientKey,
        offers: options.openvpn.offers,
      });
    case 'POST /api/v1/tickets': {
      const [status, code = ''] = options.switches.ticketRefusal?.split(' ') ?? [];
      if (status !== undefined) return refuse(Number(status), code);
      options.counters.tickets += 1;
      return send(201, ticket(options, body));
    }
    default:
      if (serveAgent(enrolled, options.ticketSigner, request, body, response)) return;
      if (request.url?.startsWith(releases) !== true) return refuse(404, 'not_found');
      return void readFile(join(options.folder, basename(request.url))).then(
        (file) => response.end(file),
        () => refuse(404, 'not_found'),
      );
  }
}

function serverList({
  openvpn,
  listSigner,
  gatewayId,
  wireguardPublicKey,
  second,
  switches,
}: ControlPlaneOptions): string {
  const now = unixSeconds(new Date());
  const gateway = {
    id: gatewayId,
    location: location.code,
    serverName,
    ipv4: addresses.far,
    ipv6: addresses.far6,
    doorPort: addresses.admissionPort,
    wireguardPort: addresses.wireguardPort,
    wireguardExtraPorts: addresses.wireguardExtraPorts,
    wireguardTransports: [
      ...(switches.transports ? addresses.transports : []),
      ...(switches.coverTraffic ? [{ kind: 'cover', port: addresses.transports[2].port }] : []),
    ],
    wireguardPublicKey,
    openvpn: { offers: openvpn.offers },
    ...listedBlockLists(switches.blockLists),
    online: switches.draining === null,
    ...(switches.draining === null ? {} : { drainingUntil: switches.draining }),
    loadPercent: null,
  };
  const { address: ipv4, admissionPort, wireguardPort } = secondPlace;
  const { drainingUntil: _, ...serving } = { ...gateway, online: true };
  const others = [
    { ...serving, ipv4, ipv6: null, doorPort: admissionPort, wireguardPort, openvpn: null },
  ].map((one) => ({
    ...one,
    id: second.gatewayId,
    location: switches.twoLocations ? secondLocation.code : location.code,
    wireguardExtraPorts: [],
    wireguardTransports: [],
    wireguardPublicKey: second.wireguardPublicKey,
  }));
  const hasSecond = switches.twoLocations || enrolled.some((agent) => agent.location === secondLocation);
  return signDocument('server-list', listSigner, {
    version: 1,
    issuedAt: now,
    expiresAt: now + 24 * 3600,
    locations: [location, elsewhere, ...(hasSecond ? [secondLocation] : [])],
    gateways: [
      gateway,
      ...(switches.draining === null && !switches.twoLocations ? [] : others),
      { ...gateway, id: '00000000-0000-4000-8000-00000000000e', location: elsewhere.code, online: false },
      ...enrolled.map(({ listed, transports }) => ({ ...listed, wireguardTransports: transports })),
    ],
    bridges: switches.bridges,
  });
}

function ticket({ ticketSigner, switches }: ControlPlaneOptions, body: Body) {
  const typ = body['standby'] === true ? 'standby' : 'session';
  const iat = unixSeconds(new Date());
  const exp = iat + ticketLifetime[typ];
  const sessionUntil = iat + switches.sessionSeconds;
  const key = ticketKeyOf(String(body['public_key']));
  const claims: TicketClaims = {
    typ,
    aud: String(body['gateway_id']),
    iat,
    exp,
    sub: 'A'.repeat(22),
    slot: 0,
    key,
    features: [],
    sessionUntil,
  };
  return {
    ticket: issueTicket(ticketSigner, claims),
    expires_at: new Date(exp * 1000).toISOString(),
    session_until: new Date(sessionUntil * 1000).toISOString(),
  };
}

export async function readBody(request: IncomingMessage): Promise<Body> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Body);
}
