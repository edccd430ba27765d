import { billingRoutes } from './features/billing/index.ts';
import { callerAddressRoute } from './features/caller-address/index.ts';
import { contactRoutes } from './features/contact/index.ts';
import { couponsRoutes } from './features/coupons/index.ts';
import { cryptoRoutes } from './features/cryptocurrencies/index.ts';
import { deletionRoutes } from './features/deletion/index.ts';
import { devicesRoutes } from './features/devices/index.ts';
import { emailChangeRoutes } from './features/email-change/index.ts';
import { createRecordExits, exitsRoutes } from './features/exits/index.ts';
import { exportRoutes } from './features/export/index.ts';
import { favoriteLocationsRoutes } from './features/favorite-locations/index.ts';
import { createFeedStreams, gatewaysRoutes, ownHostsOf } from './features/gateways/index.ts';
import { hostedSupportRoutes } from './features/hosted-support/index.ts';
import { locationsRoutes } from './features/locations/index.ts';
import { oneTimeTokenRoutes } from './features/one-time-tokens/index.ts';
import { openvpnRoutes } from './features/openvpn/index.ts';
import {
  cryptoPaymentAdapter,
  isTrialEligible,
  ordersRoutes,
  paddlePaymentAdapter,
} from './features/orders/index.ts';
import { passkeysRoutes } from './features/passkeys/index.ts';
import { passwordsRoutes } from './features/passwords/index.ts';
import { paymentsRoutes, refusedWebhooks } from './features/payments/index.ts';
import { plansRoutes } from './features/plans/index.ts';
import { quickLoginRoutes } from './features/quick-login/index.ts';
import { referralsRoutes } from './features/referrals/index.ts';
import { residentialDataRoutes } from './features/residential-data/index.ts';
import { residentialProxyRoutes } from './features/residential-proxy/index.ts';
import { servicesRoutes } from './features/dedicated-ips/index.ts';
import { sessionsRoutes } from './features/sessions/index.ts';
import { connectConfirmedIdentities, socialRoutes } from './features/social/index.ts';
import { statusRoutes } from './features/status/index.ts';
import { stockRequestsRoutes } from './features/stock-requests/index.ts';
import { subscriptionRoutes } from './features/subscription/index.ts';
import { customerTicketsRoutes } from './features/support-tickets/index.ts';
import { ticketsRoutes } from './features/tickets/index.ts';
import { reverifySecondFactor, twoFactorRoutes } from './features/two-factor/index.ts';
import { usersRoutes } from './features/users/index.ts';
import { wireguardConfigsRoutes } from './features/wireguard-configs/index.ts';
import { createChatwoot } from './platform/chatwoot/chatwoot.ts';
import { createAttempts } from './platform/http/authentication/attempts.ts';
import type { RateLimiter } from './platform/http/limits/rate-limit.ts';
import type { Route } from './platform/http/requests/route.ts';
import { boundCalls, boundCallsByKey } from './platform/calls-in-flight.ts';
import { createCardHash, createMailboxHash } from './platform/keys/keyed-hashes.ts';
import { createSealer } from './platform/keys/seal.ts';
import { createOutbox } from './platform/mail/outbox.ts';
import { createHostResolver } from './platform/dns/resolve-host.ts';
import { createProxyFetch } from './platform/proxy/proxy-fetch.ts';
import { repliesIn, revokeIn, type AppDependencies } from './app-dependencies.ts';

/** Every route of the API, each with only its own dependencies. */
export function routesOf(
  dependencies: AppDependencies,
  { limiter }: { readonly limiter: RateLimiter },
): Route[] {
  const { settings, db, reads, clock, keys, passwords, jobs, log, metrics } = dependencies;
  const { databaseUrl, dashboardUrl, publicUrl, echoUrl, gatewayRelay, paddle } = settings;
  const takesCrypto = settings.coingate.apiToken !== '';
  const crypto = takesCrypto
    ? [cryptoPaymentAdapter(dependencies.coingate, { publicUrl, dashboardUrl })]
    : [];
  const paymentAdapters = [paddlePaymentAdapter(dependencies.checkout), ...crypto];
  const sealer = createSealer(keys.seal);
  const outbox = createOutbox(jobs, sealer);
  const attempts = createAttempts({ quick: dependencies.quick, clock, secret: keys.buckets });
  const revoke = revokeIn(dependencies);
  const hashMailbox = createMailboxHash(keys.pepper);
  const hashCard = createCardHash(keys.pepper);
  const { providers } = dependencies;
  const afterSecondFactor = connectConfirmedIdentities({ outbox, dashboardUrl });
  const secondFactor = { db, clock, outbox, limiter, dashboardUrl, sealer, pepper: keys.pepper };
  const conversation = { db, clock, outbox, replies: repliesIn(dependencies), dashboardUrl };
  const accountCalls = boundCallsByKey(2, 20);
  const proof = { passwords, attempts, reverifySecondFactor: reverifySecondFactor(secondFactor) };
  return [
    ...usersRoutes({ db, clock, jobs, sealer, outbox, attempts, dashboardUrl, passwords }),
    ...passkeysRoutes({ db, clock, outbox, dashboardUrl, afterSecondFactor, ...proof }),
    ...passwordsRoutes({ db, clock, jobs, sealer, outbox, limiter, dashboardUrl, ...proof }),
    ...emailChangeRoutes({ db, clock, jobs, outbox, limiter, dashboardUrl, ...proof }),
    ...socialRoutes({ db, clock, outbox, limiter, dashboardUrl, providers, ...proof }),
    ...sessionsRoutes({ db, clock }),
    ...oneTimeTokenRoutes({ db, clock, outbox, dashboardUrl }),
    ...twoFactorRoutes({ ...secondFactor, afterSecondFactor, ...proof }),
    ...deletionRoutes({ db, clock, jobs, outbox, revoke, limiter, dashboardUrl, ...proof }),
    ...exportRoutes({ ...dependencies, limiter, ...proof }),
    ...quickLoginRoutes({ db, clock, outbox, attempts, dashboardUrl }),
    ...plansRoutes({
      reads,
      isTrialEligible: (userId) => isTrialEligible(db, { userId, hashMailbox, now: clock.now() }),
    }),
    ...couponsRoutes({ db, clock }),
    ...ordersRoutes({
      db,
      clock,
      jobs,
      paymentAdapters,
      checkoutCalls: boundCalls(50),
      accountCalls,
      hashMailbox,
      settings: paddle,
    }),
    ...residentialDataRoutes({ db, clock, jobs, outbox, dashboardUrl }),
    ...servicesRoutes({ db, reads, clock, revoke, sealer, subjects: keys.subjects, openvpn: keys.openvpn }),
    ...stockRequestsRoutes({ db, clock, limiter }),
    ...residentialProxyRoutes({
      fetchThrough: createProxyFetch(gatewayRelay),
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
    ...cryptoRoutes({ coingate: dependencies.coingate, clock }),
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
      billing: dependencies.billing,
      changeCalls: boundCalls(50, 100),
      accountCalls,
      hashMailbox,
      hashCard,
      settings: paddle,
    }),
    ...paymentsRoutes({
      db,
      clock,
      jobs,
      secrets: paddle.webhookSecrets,
      countRefusal: refusedWebhooks({ db, clock, log, metrics }),
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
      ? customerTicketsRoutes({ ...dependencies, ...conversation, limiter })
      : hostedSupportRoutes({ chatwoot: createChatwoot(settings.chatwoot), limiter, secret: keys.support })),
    callerAddressRoute,
    ...statusRoutes({ db, reads, clock, siteUrl: settings.siteUrl }),
    ...locationsRoutes({
      ...{ db, reads, clock, signer: keys.lists.current },
      apiAddresses: settings.apiAddresses,
    }),
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
      reads,
      clock,
      signer: keys.tickets.current,
      authorities: keys.authority.certificates,
    }),
    ...gatewaysRoutes({
      db,
      clock,
      keys,
      wake: dependencies.wake,
      feedReader: dependencies.feedReader,
      heartbeatMs: dependencies.heartbeatMs,
      feedStreams: createFeedStreams(metrics),
      recordExits: createRecordExits({ db, clock }),
      natsAccountSeed: settings.nats?.accountSeed ?? null,
      own: {
        hosts: ownHostsOf({ databaseUrl, pages: [publicUrl, dashboardUrl, echoUrl] }),
        networks: settings.ownNetworks,
        lookUp: createHostResolver(),
      },
    }),
  ];
}
