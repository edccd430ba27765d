import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { contactRoutes } from './features/contact/index.ts';
import { cryptoRoutes } from './features/crypto/index.ts';
import { billingRoutes } from './features/billing/index.ts';
import { callerAddressRoute } from './features/caller-address/index.ts';
import { couponsRoutes } from './features/coupons/index.ts';
import { deletionRoutes } from './features/deletion/index.ts';
import { authenticateExit, createRecordExits, exitsRoutes } from './features/exits/index.ts';
import { exportRoutes } from './features/export/index.ts';
import { devicesRoutes } from './features/devices/index.ts';
import { emailChangeRoutes } from './features/email-change/index.ts';
import {
  authenticateGateway,
  createRevoke,
  type FeedWake,
  gatewaysRoutes,
  ownHostsOf,
  type Revoke,
} from './features/gateways/index.ts';
import { withdrawAllOf } from './features/grants/index.ts';
import { favoriteLocationsRoutes } from './features/favorite-locations/index.ts';
import { statusRoutes } from './features/status/index.ts';
import { locationsRoutes } from './features/locations/index.ts';
import { oneTimeTokenRoutes } from './features/one-time-tokens/index.ts';
import { openvpnRoutes } from './features/openvpn/index.ts';
import { cryptoTill, ordersRoutes, paddleTill } from './features/orders/index.ts';
import { passkeysRoutes } from './features/passkeys/index.ts';
import { passwordsRoutes } from './features/passwords/index.ts';
import { paymentsRoutes, refusedWebhooks } from './features/payments/index.ts';
import { plansRoutes } from './features/plans/index.ts';
import { quickLoginRoutes } from './features/quick-login/index.ts';
import { referralsRoutes } from './features/referrals/index.ts';
import { residentialProxyRoutes } from './features/residential-proxy/index.ts';
import { residentialDataRoutes } from './features/residential-data/index.ts';
import { servicesRoutes } from './features/services/index.ts';
import { sessionsRoutes } from './features/sessions/index.ts';
import { connectAgreed, socialRoutes } from './features/social/index.ts';
import { subscriptionRoutes } from './features/subscription/index.ts';
import { hostedSupportRoutes } from './features/hosted-support/index.ts';
import { createChatwoot } from './platform/chatwoot/chatwoot.ts';
import { customerTicketsRoutes, type Replies } from './features/support-tickets/index.ts';
import { ticketsRoutes } from './features/tickets/index.ts';
import { proveAgain, twoFactorRoutes } from './features/two-factor/index.ts';
import { authenticateUsers, createPasswords, usersRoutes } from './features/users/index.ts';
import { wireguardConfigsRoutes } from './features/wireguard-configs/index.ts';
import { type Database } from './platform/database/database.ts';
import type { Pipeline } from './platform/database/pipeline.ts';
import { isMigrated } from './platform/database/migrate.ts';
import { mountDocs } from './platform/http/docs.ts';
import { createAttempts } from './platform/http/attempts.ts';
import { createIdempotency } from './platform/http/idempotency.ts';
import { createMetrics, type Metrics } from './platform/http/metrics.ts';
import { mountProbes } from './platform/http/probes.ts';
import { createRateLimiter, type Limit, type RateLimiter } from './platform/http/rate-limit.ts';
import type { Route } from './platform/http/route.ts';
import { createServer } from './platform/http/server.ts';
import type { JobQueue } from './platform/jobs/jobs.ts';
import type { IdentityProviders } from './platform/identity/identity-provider.ts';
import type { Keys } from './platform/keys/keys.ts';
import { createSealer } from './platform/keys/seal.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import type { Coingate } from './platform/coingate/coingate.ts';
import { fetchingThrough } from './platform/proxy/through-proxy.ts';
import type { Billing } from './platform/paddle/billing.ts';
import type { Checkout } from './platform/paddle/checkout.ts';
import { addressesOf } from './platform/names/addresses-of.ts';
import type { Settings } from './settings.ts';

/** The outside world, as the app needs it. Tests hand in a clock that they move and a provider that they play. */
export interface World {
  readonly settings: Settings;
  readonly db: Database;
  readonly quick: Pipeline;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly jobs: JobQueue;
  readonly checkout: Checkout;
  readonly coingate: Coingate;
  readonly billing: Billing;
  readonly providers: IdentityProviders;
  readonly wake: FeedWake;
  readonly log: Logger;
  readonly heartbeatMs: number;
  readonly defaultLimit: Limit;
}

/** Ends sessions; where all of an account's end, its access is over, and what its downloaded configs may do ends with them. */
export function revokeIn({ clock, keys }: Pick<World, 'clock' | 'keys'>): Revoke {
  const revoke = createRevoke({ clock, subjects: keys.subjects });
  return async (trx, sessions) => {
    const isAll = sessions.slot === null && sessions.gatewayId === undefined;
    if (isAll) await withdrawAllOf(trx, sessions.userId, clock.now());
    await revoke(trx, sessions);
  };
}

/** How answers to tickets come back. */
export function repliesIn({ settings, keys }: Pick<World, 'settings' | 'keys'>): Replies {
  return { secret: keys.support, mailbox: settings.answers.mailbox, supportMail: settings.supportMail };
}

/** The whole HTTP side of the control plane, ready to listen. */
export async function createApp(world: World): Promise<FastifyInstance> {
  const { settings, db, clock, log, keys } = world;
  const metrics = createMetrics();
  const limiter = createRateLimiter({ quick: world.quick, clock, secret: keys.buckets });
  const app = createServer({
    routes: routesOf(world, { limiter, metrics }),
    authentication: {
      ...authenticateUsers({ db, quick: world.quick, clock }),
      gateway: authenticateGateway({ db }),
      exit: authenticateExit({ db }),
    },
    limiter,
    idempotency: createIdempotency({ db, clock, secret: keys.buckets }),
    defaultLimit: world.defaultLimit,
    log,
    metrics,
    trustedProxies: settings.trustedProxies,
    dashboardOrigin: new URL(settings.dashboardUrl).origin,
  });
  mountProbes(app, { metrics, ready: () => isMigrated(db) });
  await mountDocs(app, settings.publicUrl);
  return app;
}

function routesOf(
  world: World,
  { limiter, metrics }: { readonly limiter: RateLimiter; readonly metrics: Metrics },
): Route[] {
  const { settings, db, clock, keys, jobs, log } = world;
  const { databaseUrl, dashboardUrl, publicUrl, echoUrl, gatewayRelay, paddle } = settings;
  const takesCrypto = settings.coingate.apiToken !== '';
  const crypto = takesCrypto ? [cryptoTill(world.coingate, { publicUrl, dashboardUrl })] : [];
  const tills = [paddleTill(world.checkout), ...crypto];
  const sealer = createSealer(keys.seal);
  const outbox = createOutbox(jobs, sealer);
  const attempts = createAttempts({ quick: world.quick, clock, secret: keys.buckets });
  const revoke = revokeIn(world);
  const passwords = createPasswords(keys.pepper);
  const { providers } = world;
  const afterSecondFactor = connectAgreed({ outbox, dashboardUrl });
  const secondFactor = { db, clock, outbox, limiter, dashboardUrl, sealer, pepper: keys.pepper };
  const conversation = { db, clock, outbox, replies: repliesIn(world), dashboardUrl };
  const proof = { passwords, attempts, proveAgain: proveAgain(secondFactor) };
  return [
    ...usersRoutes({ db, clock, outbox, attempts, dashboardUrl, passwords }),
    ...passkeysRoutes({ db, clock, outbox, dashboardUrl, afterSecondFactor, ...proof }),
    ...passwordsRoutes({ db, clock, jobs, sealer, outbox, limiter, dashboardUrl, ...proof }),
    ...emailChangeRoutes({ db, clock, jobs, outbox, limiter, dashboardUrl, ...proof }),
    ...socialRoutes({ db, clock, outbox, limiter, dashboardUrl, providers, ...proof }),
    ...sessionsRoutes({ db, clock }),
    ...oneTimeTokenRoutes({ db, clock, outbox, dashboardUrl }),
    ...twoFactorRoutes({ ...secondFactor, afterSecondFactor }),
    ...deletionRoutes({ db, clock, jobs, outbox, revoke, limiter, ...proof }),
    ...exportRoutes({ db, clock, limiter, ...proof }),
    ...quickLoginRoutes({ db, clock, outbox, attempts, dashboardUrl }),
    ...plansRoutes({ db }),
    ...couponsRoutes({ db, clock }),
    ...ordersRoutes({ db, clock, jobs, tills, settings: paddle }),
    ...residentialDataRoutes({ db, clock, jobs, outbox, dashboardUrl }),
    ...servicesRoutes({ db, clock, revoke, sealer, subjects: keys.subjects, openvpn: keys.openvpn }),
    ...residentialProxyRoutes({
      fetchThrough: fetchingThrough(gatewayRelay),
      echoUrl,
      limiter,
      db,
      clock,
      jobs,
      outbox,
      dashboardUrl,
      sealer,
      subjects: keys.subjects,
      openvpn: keys.openvpn,
    }),
    ...cryptoRoutes({ coingate: world.coingate, clock }),
    ...subscriptionRoutes({ db, clock }),
    ...referralsRoutes({ db, clock, dashboardUrl }),
    ...billingRoutes({
      db,
      clock,
      jobs,
      log,
      outbox,
      revoke,
      dashboardUrl,
      supportMail: settings.supportMail,
      billing: world.billing,
      settings: paddle,
    }),
    ...paymentsRoutes({
      db,
      clock,
      jobs,
      secrets: paddle.webhookSecrets,
      countRefusal: refusedWebhooks(metrics),
    }),
    ...contactRoutes({
      ...conversation,
      limiter,
      secret: keys.support,
      pages: {
        sent: `${settings.siteUrl}/get-in-touch/sent/`,
        notSent: `${settings.siteUrl}/get-in-touch/not-sent/`,
      },
    }),
    ...(settings.chatwoot === null
      ? customerTicketsRoutes(conversation)
      : hostedSupportRoutes({ chatwoot: createChatwoot(settings.chatwoot), secret: keys.support })),
    callerAddressRoute,
    ...statusRoutes({ db, clock }),
    ...locationsRoutes({ db, clock, signer: keys.lists.current }),
    ...favoriteLocationsRoutes({ db, clock }),
    ...devicesRoutes({ db, clock, revoke }),
    ...wireguardConfigsRoutes({ db, clock, subjects: keys.subjects }),
    ...openvpnRoutes({
      db,
      clock,
      sealer,
      subjects: keys.subjects,
      openvpn: keys.openvpn,
      authorities: keys.authority.certificates,
    }),
    ...ticketsRoutes({ db, clock, signer: keys.tickets.current, subjects: keys.subjects }),
    ...exitsRoutes({
      db,
      clock,
      signer: keys.tickets.current,
      authorities: keys.authority.certificates,
    }),
    ...gatewaysRoutes({
      db,
      clock,
      keys,
      wake: world.wake,
      heartbeatMs: world.heartbeatMs,
      recordExits: createRecordExits({ db, clock }),
      own: {
        hosts: ownHostsOf({ databaseUrl, pages: [publicUrl, dashboardUrl, echoUrl] }),
        networks: settings.ownNetworks,
        lookUp: addressesOf(),
      },
    }),
  ];
}
