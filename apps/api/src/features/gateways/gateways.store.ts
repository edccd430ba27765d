import type { CommonBlockList } from '@comet/admission';
import type { FeedFault, OpenvpnOffers, WireguardTransport } from '@comet/contract';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import { usedPercent } from './least-loaded.ts';

/** Stores a gateway's latest health report and when it was received: null with a feed fault, which excludes it from lists and tickets. */
export async function recordHealth(
  db: Database,
  gatewayId: string,
  health: {
    readonly version: string;
    readonly peers: number;
    readonly loadPercent: number | null;
    readonly openvpn: OpenvpnOffers | null;
    readonly blockLists: readonly CommonBlockList[];
    readonly moreBlockLists: readonly string[];
    readonly wireguardExtraPorts: readonly number[];
    readonly wireguardTransports: readonly WireguardTransport[];
    readonly takesExits: boolean;
    readonly feedFault: FeedFault | null;
    readonly proxy: { readonly httpPort: number; readonly socksPort: number } | null;
    readonly now: Date;
  },
): Promise<void> {
  const { now, openvpn, blockLists, moreBlockLists, proxy, ...others } = health;
  const { wireguardExtraPorts, wireguardTransports, ...sums } = others;
  await db
    .updateTable('gateways')
    .set({
      ...sums,
      openvpn: openvpn === null ? null : JSON.stringify(openvpn),
      blockLists: [...blockLists],
      moreBlockLists: [...moreBlockLists],
      wireguardExtraPorts: [...wireguardExtraPorts],
      wireguardTransports: JSON.stringify(wireguardTransports),
      proxyHttpPort: proxy?.httpPort ?? null,
      proxySocksPort: proxy?.socksPort ?? null,
      // Server lists and tickets exclude a gateway that receives no revocations.
      lastHeardAt: sums.feedFault === null ? now : null,
    })
    .where('id', '=', gatewayId)
    .execute();
}

/** Records whether a gateway supports credentials of all gateways. One that no longer does is filled with its own again. */
export async function recordCredentialSupport(
  db: Database,
  gatewayId: string,
  { isSupported, now }: { readonly isSupported: boolean; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('gateways')
    .set(isSupported ? { credentialsSharedAt: now } : { credentialsSharedAt: null, credentialsAt: null })
    .where('id', '=', gatewayId)
    .where('credentialsSharedAt', isSupported ? 'is' : 'is not', null)
    .execute();
}

/** Time in ms after its last report for which a gateway counts as online. It reports about every 30 seconds. */
const onlineMs = 90_000;

export interface KnownGateway {
  readonly id: string;
  readonly locationCode: string;
  readonly wireguardPublicKey: string;
  readonly wireguardPort: number;
  readonly wireguardExtraPorts: number[];
  readonly wireguardTransports: WireguardTransport[];
  readonly doorPort: number;
  readonly ipv4: string;
  readonly ipv6: string | null;
  readonly openvpn: OpenvpnOffers | null;
  readonly blockLists: CommonBlockList[];
  readonly moreBlockLists: string[];
  /** `usedPercent`, 0 to 100, rounded to the nearest ten; null until the gateway reports it. */
  readonly loadPercent: number | null;
  /** Whether new connections are sent to it: it reports, and is not draining. */
  readonly online: boolean;
  readonly draining: boolean;
  /** When clients leave it; null without a deadline. */
  readonly drainingUntil: Date | null;
}

/** Returns every gateway in service, in the order of enrolment. */
export async function gatewaysInService(
  db: Database | DatabaseTransaction,
  now: Date,
): Promise<readonly KnownGateway[]> {
  const rows = await db
    .selectFrom('gateways')
    .select([
      'id',
      'locationCode',
      'wireguardPublicKey',
      'wireguardPort',
      'wireguardExtraPorts',
      'wireguardTransports',
      'doorPort',
      'ipv4',
      'ipv6',
      'openvpn',
      'blockLists',
      'moreBlockLists',
      'loadPercent',
      'peers',
      'lastHeardAt',
      'drainingSince',
      'drainDeadline as drainingUntil',
    ])
    .where('retiredAt', 'is', null)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ lastHeardAt, drainingSince, loadPercent, peers, ...gateway }) => ({
    ...gateway,
    loadPercent: roundedLoad(usedPercent({ loadPercent, peers })),
    online: drainingSince === null && !isGatewayDown({ lastHeardAt, drainingSince }, now),
    draining: drainingSince !== null,
  }));
}

/** The data of a gateway that an exit needs. */
type ExitGateway = Pick<
  KnownGateway,
  'id' | 'ipv4' | 'ipv6' | 'doorPort' | 'wireguardPublicKey' | 'loadPercent' | 'online'
>;

/** Returns every gateway in service whose last report accepts exits, except those that are draining. */
export async function gatewaysForExits(
  db: Database | DatabaseTransaction,
  now: Date,
): Promise<readonly ExitGateway[]> {
  const rows = await db
    .selectFrom('gateways')
    .select(['id', 'ipv4', 'ipv6', 'doorPort', 'wireguardPublicKey', 'loadPercent', 'peers', 'lastHeardAt'])
    .where('retiredAt', 'is', null)
    .where('drainingSince', 'is', null)
    .where('takesExits', '=', true)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows.map(({ lastHeardAt, loadPercent, peers, ...gateway }) => ({
    ...gateway,
    loadPercent: usedPercent({ loadPercent, peers }),
    online: isOnline(lastHeardAt, now),
  }));
}

/** Every change of a server list needs a new signature, so a load has only the precision that clients need to choose. */
function roundedLoad(percent: number | null): number | null {
  return percent === null ? null : Math.min(100, Math.round(percent / 10) * 10);
}

/** Returns whether a gateway is online; null if it is unknown or retired. */
export async function gatewayPresence(
  db: Database | DatabaseTransaction,
  id: string,
  now: Date,
): Promise<{ readonly online: boolean } | null> {
  const gateway = await db
    .selectFrom('gateways')
    .select('lastHeardAt')
    .where('id', '=', id)
    .where('retiredAt', 'is', null)
    .executeTakeFirst();
  return gateway === undefined ? null : { online: isOnline(gateway.lastHeardAt, now) };
}

/**
 * Returns whether a gateway in service is down: the definition of the status page and its history, the console and the alerts. Without
 * reports, or while it rejects its change feed (which clears the time of its last report), it serves no new customers. A draining one is in
 * maintenance and never down.
 */
export function isGatewayDown(
  { lastHeardAt, drainingSince }: { readonly lastHeardAt: Date | null; readonly drainingSince: Date | null },
  now: Date,
): boolean {
  return drainingSince === null && !isOnline(lastHeardAt, now);
}

/** Returns whether a report received at `lastHeardAt` is recent enough. */
export function isOnline(lastHeardAt: Date | null, now: Date): boolean {
  return lastHeardAt !== null && now.getTime() - lastHeardAt.getTime() <= onlineMs;
}
