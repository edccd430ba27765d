import { blockListNames, openvpnVariants } from '@comet/tunnel-protocol';
import { firstPlans } from '@comet/foundation/first-plans';
import { mailPorts } from '@comet/linux-network';
import { fact, names, proved, written } from './evidence.ts';

/** Evidence that several sentences share. */

const leaks = 'e2e/src/leaks';
const connection = 'e2e/src/connection';
const payments = 'e2e/src/payments';
const api = 'apps/api/test';
const residential = 'e2e/src/residential/residential.spec.ts';
const machineAccount = 'apps/daemon/src/tunnel/machine/machine-account.test.ts';
const features = `${connection}/features.spec.ts`;

export const noLog = [
  proved(`${connection}/privacy.spec.ts`, 'WireGuard traffic leaves no customer data on a gateway'),
  proved(
    `${connection}/privacy.spec.ts`,
    'OpenVPN traffic by ${variant} leaves no customer data on a gateway',
  ),
  proved(
    'apps/gateway/test/gateway.net.test.ts',
    'neither log nor saved state identifies customers or their addresses',
  ),
] as const;

export const forgets = [
  proved(
    'apps/gateway/src/features/peers/peers.test.ts',
    'one change brings any device to the leases, and clears the endpoints of silent peers',
  ),
  written('apps/gateway/src/features/peers/reconcile.ts', 'older than three minutes'),
] as const;

export const killSwitch = [
  proved(
    `${leaks}/transports.spec.ts`,
    '${transport.name}: nothing leaks from the start of the connection until its gateway is killed',
  ),
  proved(`${leaks}/controls.spec.ts`, 'without our rules, ${title}'),
] as const;
export const serverDies = proved(
  `${leaks}/gateways.spec.ts`,
  'gateway killed: nothing leaks, and the restarted gateway continues the session',
);
export const dataPlaneDies = proved(
  'apps/daemon/test/failures.net.test.ts',
  'restarts a killed data plane, and no traffic leaves meanwhile',
);
export const serviceDies = proved(
  'apps/daemon/test/failures.net.test.ts',
  'leaves no traffic unprotected, and continues the tunnel after a restart',
);
export const blockedSaysWhy = proved(
  'e2e/src/desktop/window.spec.ts',
  'blocks traffic and shows it while every gateway is unreachable, then recovers',
);
export const lockdownAtBoot = proved(
  `${leaks}/system-events.spec.ts`,
  'boot under lockdown: comet-lockdown.service blocks traffic until the daemon has a tunnel',
);
export const refusalLifts = proved(
  machineAccount,
  'returns to disconnected, with the reason, until the next connect or disconnect',
);
export const refusalUnderLockdown = proved(machineAccount, 'stays blocked under lockdown, with the reason');

export const tunnelVision = [
  written(
    `${leaks}/transports.spec.ts`,
    "['foreign routes (TunnelVision, CVE-2024-3661)', underForeignRoutes]",
  ),
  proved(`${leaks}/controls.spec.ts`, 'without our rules, ${title}'),
  written(`${leaks}/controls.spec.ts`, 'the routes of TunnelVision redirect traffic out of the tunnel'),
] as const;
export const dnsInside = [
  proved(
    'apps/daemon/src/platform/firewall/firewall-rules.test.ts',
    '$kind: DNS queries are rejected before neighbours or the tunnel are allowed',
  ),
  proved('apps/daemon/test/failures.net.test.ts', 'receives no DNS query, by UDP or TCP'),
  proved(
    'apps/gateway/test/gateway.net.test.ts',
    "DNS queries reach the operator's resolver, over UDP and TCP",
  ),
] as const;
export const blockLists = [
  proved(
    features,
    "a block list blocks its names over UDP and TCP, and the gateway's resolver resolves the others",
  ),
  fact('there are lists against ads, trackers and malware', () =>
    ['ads', 'trackers', 'malware'].every((name) => blockListNames.some((one) => one === name)),
  ),
] as const;

export const seenFromServer = [
  proved(
    `${connection}/purchase-and-connect.spec.ts`,
    'connect, in four steps since the payment, with the gateway as source address',
  ),
  proved(
    'apps/daemon/test/daemon.net.test.ts',
    'login, connect: all traffic of both families leaves through the gateway',
  ),
] as const;
export const chosenLocation = proved(
  'e2e/src/desktop/window.spec.ts',
  'connects to a chosen location, and traffic leaves there',
);
export const fallback = [
  proved(
    `${connection}/transports.spec.ts`,
    'falls back to TCP where UDP is blocked, and to the same transport on the next connect',
  ),
  proved(
    `${connection}/transports.spec.ts`,
    'falls back to OpenVPN over TLS where UDP and OpenVPN over TCP are blocked',
  ),
] as const;
export const returnsToWireguard = proved(
  `${connection}/transports.spec.ts`,
  'returns from the fallback to WireGuard with post-quantum keys after UDP 51820 was blocked for 12 seconds',
);
export const disguises = [
  proved(`${connection}/transports.spec.ts`, 'connects by OpenVPN over ${variant} as configured'),
  fact(
    'three of the variants are disguises',
    () => openvpnVariants.join(' ') === 'udp tcp tls shadowsocks obfs4',
  ),
] as const;
export const noServerName = [
  proved(
    'apps/daemon/test/hellos.net.test.ts',
    'connections to the admission endpoint reveal no gateway name, and no other gateway can respond',
  ),
  proved(
    'apps/daemon/test/hellos.net.test.ts',
    'stunnel reveals no gateway name, and OpenVPN connects through %s: %i',
  ),
] as const;
export const postQuantum = [
  proved(
    features,
    'a tunnel gets a post-quantum PSK by ML-KEM-768 without breaking a connection, and works with it',
  ),
  proved(
    'packages/admission/src/post-quantum-psk.test.ts',
    'both ends derive the same key, a new one each time',
  ),
] as const;
export const worksWithoutAccounts = proved(
  `${connection}/revocation.spec.ts`,
  'without the control plane, a connected client stays connected and can reconnect',
);

export const tenDevices = [
  names('10 devices'),
  written('apps/api/src/features/devices/device-slots.store.ts', 'export const deviceLimit = 10;'),
  proved(
    `${api}/accounts/devices-and-tickets.db.test.ts`,
    'adding twenty devices concurrently results in ten, each with its own slot',
  ),
] as const;
export const debian = [
  proved('e2e/src/containers/units.net.test.ts', 'traffic passes through a tunnel by %s, %s'),
  written('e2e/src/containers/debian-root.ts', 'debian'),
] as const;
export const wireguardFile = proved(
  `${connection}/configuration-files.spec.ts`,
  'a WireGuard file works with stock wg-quick, and stops within five seconds of its revocation',
);
export const openvpnFile = proved(
  `${connection}/configuration-files.spec.ts`,
  'an OpenVPN file for ${name} works with stock programs${until}',
);
export const qrCode = proved(
  'e2e/src/configuration-files/download.spec.ts',
  'one file has a QR code; it can be renamed and revoked and is listed among the devices',
);
export const firstSteps = proved(
  'apps/site/src/features/get/platform-texts.test.ts',
  'the first step for %s is the one that the dashboard gives beside a config',
);
export const threeSteps = proved(
  'apps/site/src/features/get/platform-texts.test.ts',
  'every platform has three steps, and one that offers a QR code is one whose app scans it',
);
export const appWithoutPackage = proved(
  'apps/site/src/features/get/download-page.test.ts',
  'without a package says so in words for customers, and leads to a config',
);
export const appPackage = proved(
  'apps/site/src/features/get/download-page.test.ts',
  'offers each package as a button with its size, the checksums, and the steps of the app',
);

const shortest = firstPlans[0];
export const longerIsCheaper = fact('a longer plan costs less per month', () =>
  firstPlans.every(({ priceAmount, months }, at) => {
    const before = firstPlans[at - 1];
    return before === undefined || priceAmount / months < before.priceAmount / before.months;
  }),
);
export const onlyMonthlyTrial = fact('only the monthly plan has free days', () =>
  firstPlans.every(({ months, trialDays }) => trialDays > 0 === (months === 1)),
);
export const sameAccess = fact(
  'plans differ only in length, price, free days and free months',
  () =>
    firstPlans.every(
      (plan) => Object.keys(plan).toSorted().join() === Object.keys(shortest).toSorted().join(),
    ) &&
    Object.keys(shortest).toSorted().join() ===
      'currency,discountPercent,freeMonths,id,monthlyPriceAmount,months,priceAmount,trialDays',
);
export const cardOfPlan = proved(
  'e2e/src/pages/site.spec.ts',
  'each plan’s card states the price, the period and the renewal that the checkout charges',
);
export const planFigures = proved(
  'apps/site/src/features/pricing/plan-text.test.ts',
  'the numbers of the stored plans follow from each other',
);
export const oneRenewal = [
  proved(
    `${payments}/checkout-plan.spec.ts`,
    'the order, the payment sheet and the account show the same renewal, including the free month',
  ),
  proved(
    `${api}/subscriptions/renewal-dates.db.test.ts`,
    'one renewal in order, payment and account: $planId, coupon $hasCoupon, $waitingDays days wait, referred $isReferred',
  ),
] as const;
export const trial = [
  proved(
    'apps/api/src/features/orders/quote.test.ts',
    'quotes a trial at zero today, for new customers only',
  ),
  proved(`${payments}/lifecycle-renewal.spec.ts`, 'free days continue as a paid plan'),
] as const;
export const moneyBack = [
  names('30'),
  written('apps/api/src/features/subscription/shown-subscription.ts', 'export const moneyBackDays = 30;'),
  proved(
    `${api}/subscriptions/refunds.db.test.ts`,
    'refuses a refund during free days, and thirty days after the payment',
  ),
] as const;
export const refundOnHome = [
  proved(`${payments}/lifecycle-refund.spec.ts`, 'a refund requested on home: ${decision}'),
  proved(
    'e2e/src/pages/first-time-tasks.spec.ts',
    'cancelling, a refund and an invoice take at most two steps each from home',
  ),
] as const;
export const cancelOnHome = [
  proved(
    `${payments}/lifecycle-cancel.spec.ts`,
    'a plan is cancelled by keyboard, the cancellation is undone at home, and the plan renews',
  ),
  proved(
    'e2e/src/pages/first-time-tasks.spec.ts',
    'cancelling, a refund and an invoice take at most two steps each from home',
  ),
] as const;
export const methods = [
  proved(
    `${payments}/checkout-plan.spec.ts`,
    'by card: selects, reviews and pays a plan, which becomes active',
  ),
  proved(
    `${payments}/checkout-plan.spec.ts`,
    'PayPal: a cancellation returns to the checkout, an approval pays',
  ),
  proved(
    `${payments}/crypto-paid.spec.ts`,
    'confirmed coins buy the period without renewal; one receipt is sent',
  ),
] as const;
export const cryptoTerms = [
  proved(
    `${payments}/crypto-paid.spec.ts`,
    'the page shows the fee, the missing renewal, and more than seventy coins',
  ),
  proved(
    'apps/api/src/features/orders/crypto-payment-adapter.test.ts',
    'adds a fee of one percent for crypto on a separate line',
  ),
  proved(
    `${api}/payments/billing.db.test.ts`,
    'a plan prepaid in crypto does not renew, and only support can refund it',
  ),
] as const;
export const tax = [
  proved(
    'apps/dashboard/src/features/payment/open-sheet.test.ts',
    'the tax of the customer’s country is in today’s sum and in the renewal’s, and the date stays ours',
  ),
  proved(
    'apps/dashboard/src/features/payment/open-sheet.test.ts',
    'an order without tax says so, and one in another currency stays as it is',
  ),
] as const;

export const gigabytePrice = [
  proved(`${api}/residential/purchases.db.test.ts`, 'prices are public, with the countries that have stock'),
  proved(
    `${api}/residential/purchases.db.test.ts`,
    'forty gigabytes cost forty dollars, and are added once for repeated payment events',
  ),
] as const;
export const toTheByte = [
  proved(
    'apps/gateway/src/features/egress-routes/meter.test.ts',
    'uses leases in order, to the byte, and never more than was leased',
  ),
  proved(
    'apps/gateway/src/features/metering/quota-lease-ledger.test.ts',
    'reports every used byte exactly once, despite lost responses, outages and crashes',
  ),
] as const;
export const bothDirections = proved(
  'apps/gateway/test/providers.net.test.ts',
  'charges both directions to the quota leases, once',
);
export const atZero = [
  proved(
    `${payments}/residential.spec.ts`,
    'residential data: shows balance, usage and locations, and saves the behaviour at zero and the automatic top-up',
  ),
  proved(
    'apps/gateway/src/features/egress-routes/egress-routes.test.ts',
    'applies “${whenEmpty}” at zero quota, and returns to the exit when there is quota again',
  ),
] as const;
export const dailyBytes = [
  proved(
    `${api}/residential/residential-data.db.test.ts`,
    'reports usage by day, with one ledger entry each and no finer time',
  ),
  written(
    'apps/api/src/features/residential-data/usage-days.store.ts',
    'on conflict (user_id, product, day, proxy_user_id)',
  ),
] as const;
export const exitIsSeen = proved(
  residential,
  'sites and the resolver see the exit in both address families, and its LAN is unreachable',
);
export const neverByGateway = proved(
  residential,
  'a lost exit is replaced within five seconds; without another, traffic is refused and never leaves by the gateway',
);
export const onlyLiveExits = [
  proved(
    `${api}/gateways/exits.db.test.ts`,
    'an exit creates its location, which is online while it has a live exit',
  ),
  proved(
    'apps/daemon/src/gateways/attempts/exit-egress.test.ts',
    'a residential location without an online exit is offline, and has no fallback',
  ),
] as const;
export const exitUsername = proved(
  residential,
  'the user name selects the exit and keeps a session’s address, and an invalid parameter is reported',
);
export const sessionLifetime = proved(
  'e2e/src/residential/browser-session.spec.ts',
  'a session in the user name keeps its address for its lifetime, then gets another',
);
export const proxyLimit = proved(
  `${api}/residential/residential-proxy.db.test.ts`,
  'a user spends at most its monthly limit, and its usage is shown after its removal',
);
export const consent = [
  proved(
    `${api}/gateways/exits.db.test.ts`,
    'an invitation enrols one machine, within a week, and only with consent to the current text',
  ),
  proved(
    'apps/exit/src/features/commands/commands.test.ts',
    'consent is recorded with its version, name and time, here and at the service',
  ),
] as const;
export const ownersNetwork = proved(
  'apps/exit/src/platform/platform.test.ts',
  'the owner’s own networks, private ones, mail and what the operator denies are refused',
);
export const noMail = [
  ownersNetwork,
  proved('apps/gateway/src/features/proxy/egress/destination-guard.test.ts', 'allows %s, but no mail'),
  fact('the mail ports are 25, 465 and 587', () => mailPorts.join() === '25,465,587'),
] as const;
export const dedicatedIsAlone = [
  proved(residential, 'a dedicated IP works in the tunnel and through the proxy for its customer only'),
  proved(
    `${api}/residential/dedicated-races.db.test.ts`,
    'two customers never share an address, nor within thirty days, after any concurrent actions',
  ),
] as const;
