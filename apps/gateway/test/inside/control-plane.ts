import { randomUUID, webcrypto } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  credentialKey,
  credentialMac,
  credentialRevocationKey,
  credentialVerifier,
  issueDeviceLogin,
  issueOpenvpnLogin,
  publishKey,
  SetDigest,
  signDocument,
} from '@comet/admission';
import {
  type AccountRevocation,
  accountRevocationLine,
  api,
  type FeedMessage,
  feedMessage,
  type Grant,
  type OpenvpnOffers,
  type OpenvpnSecrets,
  type ReplyOf,
  type WireguardTransport,
  type Revocation,
  revocationLines,
} from '@comet/contract';
import * as z from 'zod/mini';
import { certificateAuthority, certify, gatewayId, signer } from './authority.ts';

export { ticket } from './authority.ts';

/** A fake control plane with one gateway, controlled by the test. */

export const enrolToken = 'one-time';
const port = 4800;
const credential = 'credential';
let server: Server | null = null;
let spent = false;
let cursor = 0;
const revocations: Revocation[] = [];
const accounts: AccountRevocation[] = [];
const grants = new Map<string, Grant>();
/** Remaining bytes, and the reported usage of each quota lease. */
let balance = 0;
const usage = new Map<string, number>();
let openvpn: OpenvpnSecrets | null = null;
let portForwarding: ReplyOf<typeof api.showPortForwarding> = { enabled: false, blocks: [] };
const streams = new Set<ServerResponse>();
const seen = {
  health: 0,
  renewals: 0,
  cursors: [] as string[],
  upstreams: [] as { live: boolean; tunnels?: boolean | undefined }[],
  openvpn: null as OpenvpnOffers | null,
  transports: [] as readonly WireguardTransport[],
};

/** Starts the server. Issued certificates are valid for `leafSeconds`. */
export async function start(
  leafSeconds: number,
): Promise<{ gatewayId: string; certificateAuthority: string }> {
  const opened = createServer((request, response) => {
    respond(request, response, leafSeconds).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => opened.listen(port, '127.0.0.1', resolve));
  server = opened;
  return { gatewayId, certificateAuthority: certificateAuthority() };
}

export async function stop(): Promise<void> {
  const closing = server;
  server = null;
  closing?.closeAllConnections();
  await new Promise<void>((resolve) => (closing === null ? resolve() : closing.close(() => resolve())));
}

export function observed() {
  return { ...seen, following: streams.size };
}

/** Ends every session of a subject, or those of one slot, whose ticket or login is older than `notBefore`, unix seconds. */
export function revoke(sub: string, notBefore: number, slot: number | null = null): void {
  const revocation = { sub, slot, notBefore };
  cursor += 1;
  revocations.push(revocation);
  for (const stream of streams) send(stream, { type: 'revoke', gateway: gatewayId, cursor, revocation });
}

/**
 * Ends every session of the account that a key belongs to whose ticket or login is older than `notBefore`, unix seconds, and withdraws its
 * credential.
 */
export function revokeAccount(key: string, notBefore: number, withdrawn?: string): void {
  cursor += 1;
  const revocation = { change: cursor, keys: [key], notBefore };
  accounts.push(revocation);
  grants.delete(withdrawn ?? '');
  for (const stream of streams)
    send(stream, { type: 'revoke_account', gateway: '*', cursor, revocation, withdrawn });
}

/** Stores a grant and sends it to all followers; returns its id. */
function addGrant(grant: Grant): string {
  cursor += 1;
  grants.set(grant.id, grant);
  for (const stream of streams) send(stream, { type: 'grant', gateway: gatewayId, cursor, grant });
  return grant.id;
}

/** Makes these credentials valid at all gateways. */
export function shareCredentials(username: string, password: string): void {
  const verifier = credentialVerifier(credentialKey(username, password));
  const grant: Grant = { kind: 'credential', id: randomUUID(), verifier };
  addGrant(grant);
}

/** Withdraws credentials at all gateways, and discloses their key. */
export function endShared(username: string, password: string): void {
  const key = credentialKey(username, password);
  const verifier = credentialVerifier(key);
  const grant = [...grants.values()].find((one) => one.kind === 'credential' && one.verifier === verifier);
  if (grant === undefined) throw new Error('no such credentials');
  revokeAccount(credentialRevocationKey(key, grant.id), Math.floor(Date.now() / 1000), grant.id);
}

/** Sends the OpenVPN secrets to all current and future followers. */
export function publishOpenvpn(secrets: OpenvpnSecrets): void {
  openvpn = secrets;
  for (const stream of streams) sendKeys(stream);
}

/** Grants OpenVPN access to these credentials; returns the id of the grant. */
export function admitCredentials(username: string, password: string): string {
  const pepper = Buffer.from(openvpn?.pepper ?? '', 'base64url');
  const grant: Grant = {
    kind: 'openvpn',
    id: randomUUID(),
    sub: 'o'.repeat(22),
    mac: credentialMac(pepper, username, password),
  };
  return addGrant(grant);
}

/** Returns the login of one device of a subject, which needs no grant. */
export function deviceLogin(sub: string, slot: number): { username: string; password: string } {
  const pepper = Buffer.from(openvpn?.pepper ?? '', 'base64url');
  return issueDeviceLogin(pepper, { sub, slot, issuedAt: Math.floor(Date.now() / 1000) });
}

/** Returns the login of one device for a grant. */
export function loginOf(grant: string, slot: number): { username: string; password: string } {
  const known = grants.get(grant);
  if (known?.kind !== 'openvpn' || openvpn === null) throw new Error('no such grant');
  const held = { pepper: Buffer.from(openvpn.pepper, 'base64url'), mac: known.mac };
  return issueOpenvpnLogin(held, { grant, slot, issuedAt: Math.floor(Date.now() / 1000) });
}

/** Grants the gateway a provider's endpoint in the US; returns the id of the grant. */
export function grantUpstream(protocol: 'http' | 'socks5', host: string, at: number): string {
  const grant: Grant = {
    ...{ kind: 'upstream', id: randomUUID(), protocol, host, port: at, countries: ['US'], use: 'native' },
    usernameTemplate: 'comet-{country}-{session}',
    ...{ rules: { ports: [22], networks: [], names: [] }, bytesPerSecond: null },
    password: 'of-the-provider',
  };
  return addGrant(grant);
}

/** Sets the switch of the gateway's location, and the blocked ports, announced by a heartbeat. */
export function setPortForwarding(to: typeof portForwarding): void {
  portForwarding = to;
  for (const stream of streams) beat(stream);
}

/** Sets the bytes that quota accounts can reserve. */
export function setBalance(bytes: number): void {
  balance = bytes;
}

/** Returns the bytes reported as used, over all quota leases. */
export function usedBytes(): number {
  return [...usage.values()].reduce((sum, bytes) => sum + bytes, 0);
}

export function withdraw(id: string): void {
  cursor += 1;
  grants.delete(id);
  for (const stream of streams) send(stream, { type: 'withdraw', gateway: gatewayId, cursor, id });
}

/** A revocation that is not sent on the feed, but included in the next heartbeat. */
export function revokeSilently(sub: string, notBefore: number): void {
  cursor += 1;
  revocations.push({ sub, slot: null, notBefore });
  for (const stream of streams) beat(stream);
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  leafSeconds: number,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const json = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  if (pathname === api.enrolGateway.path) {
    const body = z.decode(api.enrolGateway.body, JSON.parse(text));
    if (body.token !== enrolToken || spent)
      return json(403, { error: { code: 'enrolment_token_invalid', message: 'Unknown, used or expired' } });
    spent = true;
    const keys = [publishKey(signer)];
    const certificateChain = await certify(body.certificateRequest, leafSeconds);
    const reply = { gatewayId, credential, certificateChain, ticketKeys: keys, feedKeys: keys };
    return json(201, z.encode(api.enrolGateway.reply, reply));
  }
  if (request.headers.authorization !== `Bearer ${credential}`)
    return json(401, { error: { code: 'unauthorized', message: 'Unauthorized' } });
  if (pathname === api.renewCertificate.path) {
    const body = z.decode(api.renewCertificate.body, JSON.parse(text));
    seen.renewals += 1;
    const certificateChain = await certify(body.certificateRequest, 86_400);
    return json(201, z.encode(api.renewCertificate.reply, { certificateChain }));
  }
  if (pathname === api.reportHealth.path) {
    const body = z.decode(api.reportHealth.body, JSON.parse(text));
    seen.openvpn = body.openvpn ?? null;
    seen.upstreams = (body.upstreams ?? []).map(({ live, tunnels }) => ({ live, tunnels }));
    seen.transports = body.wireguardTransports ?? [];
    seen.health += 1;
    response.writeHead(204).end();
    return undefined;
  }
  if (pathname === api.showPortForwarding.path)
    return json(200, z.encode(api.showPortForwarding.reply, portForwarding));
  if (pathname === api.reserveQuota.path) {
    const bytes = Math.min(balance, 1_000_000);
    if (bytes === 0) return json(409, { error: { code: 'purse_empty', message: 'Nothing is left' } });
    balance -= bytes;
    return json(201, z.encode(api.reserveQuota.reply, { slice: randomUUID(), bytes }));
  }
  if (pathname === api.reportUsage.path) {
    for (const { slice, usedBytes } of z.decode(api.reportUsage.body, JSON.parse(text)).slices)
      usage.set(slice, Math.max(usedBytes, usage.get(slice) ?? 0));
    return json(200, z.encode(api.reportUsage.reply, { unknown: [] }));
  }
  if (pathname === api.followFeed.path) return follow(response, searchParams.get('cursor') ?? '');
  return json(404, { error: { code: 'not_found', message: 'Nothing was found at this URL' } });
}

function follow(response: ServerResponse, from: string): void {
  seen.cursors.push(from);
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  streams.add(response);
  const timer = setInterval(() => beat(response), 10_000);
  response.once('close', () => {
    clearInterval(timer);
    streams.delete(response);
  });
  sendKeys(response);
  if (from !== String(cursor))
    send(response, {
      ...{ type: 'snapshot', gateway: gatewayId, cursor, part: 1, parts: 1 },
      ...{ revocations: [...revocations], accounts: [...accounts], grants: [...grants.values()] },
    });
  beat(response);
}

function beat(response: ServerResponse): void {
  const digest = Buffer.from(revocationLines(revocations), 'utf8');
  void webcrypto.subtle.digest('SHA-256', digest).then((hash) =>
    send(response, {
      type: 'heartbeat',
      gateway: gatewayId,
      cursor,
      at: Math.floor(Date.now() / 1000),
      since: 0,
      digest: Buffer.from(hash).toString('base64url'),
      grants: null,
      accounts: new SetDigest(accounts.map(accountRevocationLine)).value(),
      portForwarding: JSON.stringify(portForwarding).slice(0, 100),
    }),
  );
}

function sendKeys(response: ServerResponse): void {
  if (openvpn === null) return;
  const keys = [publishKey(signer)];
  send(response, { type: 'keys', gateway: gatewayId, version: 1, ticketKeys: keys, feedKeys: keys, openvpn });
}

function send(response: ServerResponse, message: FeedMessage): void {
  response.write(`${signDocument('feed', signer, z.encode(feedMessage, message))}\n`);
}
