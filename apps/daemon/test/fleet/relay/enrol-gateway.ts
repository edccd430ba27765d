import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { publishKey, SetDigest, type Signer, signDocument } from '@comet/admission';
import {
  api,
  type FeedMessage,
  feedMessage,
  revocationLines,
  type WireguardTransport,
} from '@comet/contract';
import { unixSeconds } from '@comet/foundation';
import * as z from 'zod/mini';
import { type AgentPlace, agentPlaces } from '../addresses.ts';

/** A gateway with its own agent (`gateway-agent.ts`), as the control plane knows it. */
export interface EnrolledGateway {
  readonly id: string;
  readonly credential: string;
  readonly location: AgentPlace['location'];
  readonly reply: unknown;
  /** Its entry of the server list, without its transports. */
  readonly listed: object;
  /** The transports of its last health report. */
  transports: readonly WireguardTransport[];
}

const serverName = 'gw-agent.gateways.comet.test';

/** Enrols an agent as a control plane does: certifies its key with the authority in `folder`. */
export function enrolGateway(folder: string, signer: Signer, body: unknown): EnrolledGateway {
  const asked = z.decode(api.enrolGateway.body, body as z.input<typeof api.enrolGateway.body>);
  const gatewayId = randomUUID();
  const path = (ending: string): string => join(folder, `${gatewayId}.${ending}`);
  writeFileSync(path('csr'), asked.certificateRequest);
  writeFileSync(
    path('ext'),
    `subjectAltName=DNS:${serverName}\nextendedKeyUsage=serverAuth\nkeyUsage=digitalSignature\n`,
  );
  const ca = ['-CA', join(folder, 'ca.pem'), '-CAkey', join(folder, 'ca.key'), '-CAcreateserial'];
  const files = ['-in', path('csr'), '-extfile', path('ext')];
  const signed = spawnSync('openssl', ['x509', '-req', ...files, ...ca, '-days', '2'], { encoding: 'utf8' });
  if (signed.status !== 0) throw new Error(signed.stderr);
  const credential = `credential-of-${gatewayId}`;
  const { location } = Object.values(agentPlaces).find(({ address }) => address === asked.ipv4) ?? {};
  if (location === undefined) throw new Error(`an unknown agent at ${asked.ipv4}`);
  return {
    ...{ id: gatewayId, credential, location, transports: [] },
    reply: z.encode(api.enrolGateway.reply, {
      gatewayId,
      credential,
      certificateChain: signed.stdout,
      ticketKeys: [publishKey(signer)],
      feedKeys: [publishKey(signer)],
    }),
    listed: {
      ...{ id: gatewayId, location: location.code, serverName, ipv4: asked.ipv4, ipv6: null },
      ...{ doorPort: asked.doorPort, wireguardPort: asked.wireguardPort, openvpn: null },
      ...{ wireguardPublicKey: asked.wireguardPublicKey, online: true, loadPercent: null },
    },
  };
}

/** Replies to the further requests of enrolled agents: health reports, and a feed without changes. Returns false for another request. */
export function serveAgent(
  enrolled: Iterable<EnrolledGateway>,
  signer: Signer,
  request: IncomingMessage,
  body: unknown,
  response: ServerResponse,
): boolean {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  const agent = [...enrolled].find(
    ({ credential }) => request.headers.authorization === `Bearer ${credential}`,
  );
  if (agent === undefined) return false;
  if (pathname === api.reportHealth.path) {
    const report = z.decode(api.reportHealth.body, body as z.input<typeof api.reportHealth.body>);
    agent.transports = report.wireguardTransports ?? [];
    response.writeHead(204).end();
    return true;
  }
  if (pathname !== api.followFeed.path) return false;
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  const send = (message: FeedMessage): void =>
    void response.write(`${signDocument('feed', signer, z.encode(feedMessage, message))}\n`);
  const from = { gateway: agent.id, cursor: 0 };
  const nothing = { revocations: [], accounts: [], grants: [] };
  send({ type: 'snapshot', ...from, part: 1, parts: 1, ...nothing });
  const digest = createHash('sha256').update(revocationLines([])).digest('base64url');
  const at = unixSeconds(new Date());
  const accounts = new SetDigest([]).value();
  send({ type: 'heartbeat', ...from, at, since: 0, digest, grants: null, accounts });
  return true;
}
