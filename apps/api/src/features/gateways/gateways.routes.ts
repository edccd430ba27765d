import {
  accountsKind,
  api,
  type GrantKind,
  grantKinds,
  maxOwnNetworks,
  type RequestOf,
  sharedKinds,
} from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Keys } from '../../platform/keys/keys.ts';
import { route } from '../../platform/http/requests/route.ts';
import { offerCredential } from '../../platform/machine-credentials/index.ts';
import { recordLoad } from './capacity-history.store.ts';
import { keyOfCertificate } from './credentials.store.ts';
import { enrolGateway, serverNameOf } from './enrolment.ts';
import { type FeedStreams, recorded } from './feed/feed-streams.ts';
import { publishedKeys } from './feed/feed-lines.ts';
import { type FeedDeps, followFeed } from './feed/follow-feed.ts';
import { issueCredential } from './feed/nats/feed-credential.ts';
import { recordCredentialSupport, recordHealth } from './gateways.store.ts';
import { ownNetworks } from './own-networks.ts';
import { portForwardingOf } from './port-blocks.store.ts';

/** Stores a gateway's report of the exits connected to it. */
export type RecordExits = (
  gatewayId: string,
  report: Pick<RequestOf<typeof api.reportHealth>['body'], 'exits' | 'upstreams'>,
) => Promise<void>;

export type GatewayDeps = FeedDeps & {
  readonly feedStreams: FeedStreams;
  readonly recordExits: RecordExits;
  /** The seed of the NATS account; null without NATS. */
  readonly natsAccountSeed: string | null;
  readonly own: Parameters<typeof ownNetworks>[1];
  readonly keys: Pick<Keys, 'tickets' | 'feeds' | 'openvpn' | 'seal' | 'authority'>;
};

export const enrolGatewayRoute = ({ db, clock, keys }: GatewayDeps) =>
  route(api.enrolGateway, async ({ body }) => {
    const enrolled = await enrolGateway({ db, clock, authority: keys.authority }, body);
    if (!enrolled.ok) return enrolled;
    const ticketKeys = publishedKeys(keys.tickets);
    return ok({ ...enrolled.value, ticketKeys, feedKeys: publishedKeys(keys.feeds) });
  });

export const renewCertificateRoute = ({ db, clock, keys }: GatewayDeps) =>
  route(api.renewCertificate, async ({ body, caller }) => {
    const now = clock.now();
    const chain = await keys.authority.issue(body.certificateRequest, serverNameOf(caller.id), now);
    if (!chain.ok) return chain;
    const key = keyOfCertificate(chain.value);
    const { token: credential } = await offerCredential(db, 'gateway', caller.id, key, now);
    return ok({ certificateChain: chain.value, credential });
  });

export const reportHealthRoute = ({ db, clock, recordExits }: GatewayDeps) =>
  route(api.reportHealth, async ({ body, caller }) => {
    const {
      openvpn = null,
      blockLists = [],
      moreBlockLists = [],
      wireguardExtraPorts = [],
      wireguardTransports = [],
      proxy = null,
      feedFault = null,
      exits,
      upstreams,
      bytesPerSecond = null,
      ...sums
    } = body;
    const takesExits = exits !== undefined;
    const now = clock.now();
    const wireguard = { wireguardExtraPorts, wireguardTransports };
    const offers = { openvpn, blockLists, moreBlockLists, ...wireguard, proxy, takesExits };
    await recordHealth(db, caller.id, { ...sums, ...offers, feedFault, now });
    await recordLoad(db, caller.id, { ...sums, bytesPerSecond }, now);
    await recordExits(caller.id, { exits, upstreams });
    return ok(undefined);
  });

export const showOwnNetworksRoute = ({ db, own }: GatewayDeps) =>
  route(api.showOwnNetworks, async ({ query: { limit = maxOwnNetworks, after = null } }) =>
    ok(await ownNetworks(db, own, { limit: Number(limit), after })),
  );

export const showPortForwardingRoute = ({ db, clock }: GatewayDeps) =>
  route(api.showPortForwarding, async ({ caller }) => ok(await portForwardingOf(db, caller.id, clock.now())));

export const followFeedRoute = (deps: GatewayDeps) =>
  route(api.followFeed, async ({ query, caller, signal }) => {
    const kinds = kindsIn(query.kinds);
    const isSupported = (Object.keys(sharedKinds) as GrantKind[]).every((kind) => kinds.includes(kind));
    const support = { isSupported, now: deps.clock.now() };
    await recordCredentialSupport(deps.db, caller.id, support);
    const follower = {
      ...{ gatewayId: caller.id, cursor: Number(query.cursor), kinds, ...formatIn(query) },
      kept: query.chunks?.split(',') ?? [],
    };
    return ok(recorded(deps.feedStreams, caller.id, followFeed(deps, follower, signal)));
  });

export const issueFeedCredentialRoute = ({ clock, natsAccountSeed }: GatewayDeps) =>
  route(api.issueFeedCredential, async ({ body, caller }) => {
    if (natsAccountSeed === null) return ok({ jwt: null });
    const { publicKey } = body;
    const jwt = await issueCredential(natsAccountSeed, caller.id, { publicKey, now: clock.now() });
    return jwt === null ? err({ code: 'validation_failed' }) : ok({ jwt });
  });

/** Older gateways send no list of kinds. */
const namedIn = (kinds: string | undefined) => (kinds ?? 'wireguard,openvpn').split(',');

function kindsIn(named: string | undefined): readonly GrantKind[] {
  const known = namedIn(named);
  return grantKinds.filter((kind) => known.includes(kind));
}

function formatIn({ kinds, format = '1' }: RequestOf<typeof api.followFeed>['query']) {
  const takesAccounts = namedIn(kinds).includes(accountsKind);
  return { takesAccounts, format: takesAccounts && Number(format) >= 2 ? 2 : 1 } as const;
}
