import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { Route } from '../../platform/http/requests/route.ts';
import { deleteProofs } from '../../platform/machine-credentials/index.ts';
import { deleteOldHours } from './capacity-history.store.ts';
import type { startFeedTransport as startTransport } from './feed/nats/feed-transport.ts';
import {
  enrolGatewayRoute,
  followFeedRoute,
  type GatewayDeps,
  issueFeedCredentialRoute,
  type RecordExits,
  renewCertificateRoute,
  reportHealthRoute,
  showOwnNetworksRoute,
  showPortForwardingRoute,
} from './gateways.routes.ts';

export { authenticateGateway, gatewayAlerts } from './authenticate-gateway.ts';
export { soleGatewayWarning } from './drain-gateway.ts';
export { gatewaysCommand } from './gateways-command.ts';
export { isSoleGateway } from './sole-gateway.store.ts';

export { announceGrants, announceSettings, type GrantChange } from './feed/change-feed.store.ts';
export { createRevoke, type Revoke, revokeSubject } from './feed/revoke.store.ts';
export { capacityDays, type CapacityHour, cityCapacity, gatewayCapacity } from './capacity-history.store.ts';
export { gatewaySources } from './credentials.store.ts';
export { enrolTokenCommand, makeEnrolmentToken, serverNameOf } from './enrolment.ts';
export { createFeedReader, type FeedReader } from './feed/feed-reader.ts';
export { createFeedStreams } from './feed/feed-streams.ts';
export { type FeedWake, listenForChanges } from './feed/feed-wake.ts';
export { pruneChanges } from './feed/prune-changes.ts';
export {
  gatewayPresence,
  gatewaysForExits,
  gatewaysInService,
  isGatewayDown,
  isOnline,
  type KnownGateway,
} from './gateways.store.ts';
export type { RecordExits };
export { openvpnSecretsOf } from './openvpn-secrets.ts';
export { ownHostsOf } from './own-networks.ts';
export { leastLoaded } from './least-loaded.ts';

/** Returns the routes of gateways: enrolment, certificate renewal, health reports, our own networks, and the change feed with its NATS credential. */
export function gatewaysRoutes(deps: GatewayDeps): Route[] {
  return [
    enrolGatewayRoute(deps),
    renewCertificateRoute(deps),
    reportHealthRoute(deps),
    showOwnNetworksRoute(deps),
    showPortForwardingRoute(deps),
    followFeedRoute(deps),
    issueFeedCredentialRoute(deps),
  ];
}

/** Hourly cleanup: removes expired enrolment tokens, proofs and load history. */
export async function sweepGateways(deps: { readonly db: Database; readonly clock: Clock }): Promise<void> {
  const now = deps.clock.now();
  await deleteProofs(deps.db, 'gateway', now);
  await deleteOldHours(deps.db, now);
  await deps.db.deleteFrom('enrolmentTokens').where('expiresAt', '<', now).execute();
}

/** Publishes the change feed to NATS. Loaded only here: most installations have no NATS. */
export async function startFeedTransport(
  ...parts: Parameters<typeof startTransport>
): Promise<{ close(): Promise<void> }> {
  const transport = await import('./feed/nats/feed-transport.ts');
  return transport.startFeedTransport(...parts);
}
