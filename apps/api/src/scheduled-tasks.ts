import { reconcilePlanChanges } from './features/billing/index.ts';
import { purgeDeletedAccounts } from './features/deletion/index.ts';
import { deleteRemovedDevices } from './features/devices/index.ts';
import { deleteOldLinks } from './features/email-links/index.ts';
import { endDrains, sweepExits } from './features/exits/index.ts';
import { pruneChanges, sweepGateways } from './features/gateways/index.ts';
import { deleteOwnCredentials, fillNewGateways } from './features/grants/index.ts';
import { moveEntries } from './features/ledger-archive/index.ts';
import { deleteBenefits } from './features/mailbox-benefits/index.ts';
import { deleteOneTimeTokens } from './features/one-time-tokens/index.ts';
import { readCredentials, shareCredentials } from './features/openvpn/index.ts';
import { deleteOldActions } from './features/operator-commands/index.ts';
import { deleteOperatorSessions } from './features/operators/index.ts';
import { expireDrafts } from './features/orders/index.ts';
import { deletePastCeremonies } from './features/passkeys/index.ts';
import {
  deleteOldEntries,
  deleteOldRefusals,
  deleteStrayEvents,
  reconcileCoingate,
  reconcileLapsedCoingate,
  reconcileOldRefunds,
  reconcileOrders,
  reconcileRefunds,
  reconcileRenewals,
  reconcileUnansweredRefunds,
  reportEventsOfDay,
  reportEventsWithoutOrder,
} from './features/payments/index.ts';
import { deleteAuthorizations } from './features/quick-login/index.ts';
import { expireRefundRequests } from './features/refund-requests/index.ts';
import { remind } from './features/reminders/index.ts';
import {
  deleteOldUsage,
  deleteQuotaLeases,
  enterUsageDays,
  settleAbandoned,
} from './features/residential-data/index.ts';
import { fillWithProxyUsers, shareProxyUsers } from './features/residential-proxy/index.ts';
import { createMissingProxies, expireServices } from './features/dedicated-ips/index.ts';
import { deleteCardUses } from './features/shared-cards/index.ts';
import { summariseSignIns } from './features/sign-in-notices/index.ts';
import { deleteUnfinishedSocial } from './features/social/index.ts';
import { measureStatus, sweepStatusHistory } from './features/status/index.ts';
import { notifyOfStock } from './features/stock-requests/index.ts';
import { expireSubscriptions, remindOfTrialEnds } from './features/subscription/index.ts';
import {
  deleteOldMessages,
  deleteOldTasks,
  deleteStoredAttachments,
  moveAttachments,
} from './features/support-tickets/index.ts';
import { sweepSetUps } from './features/two-factor/index.ts';
import { grantUpstreams } from './features/upstreams/index.ts';
import {
  deleteIdleTokens,
  deleteOldDevices,
  deletePastTrust,
  deleteUnverified,
} from './features/users/index.ts';
import type { BackgroundDeps } from './background.ts';
import type { Database } from './platform/database/database.ts';
import { createPartitions } from './platform/database/partitions/create-partitions.ts';
import { deletePastWindows } from './platform/http/limits/rate-limit.ts';
import { deleteOldKeys } from './platform/http/requests/idempotency.ts';
import type { ScheduledTask } from './platform/jobs/jobs.ts';
import { createCardHash } from './platform/keys/keyed-hashes.ts';
import { createOutbox, deleteOldEmailFacts } from './platform/mail/outbox.ts';

/** Deletes rows whose time is over at `now`. */
type Cleaner = (db: Database, now: Date) => Promise<unknown>;

/** Duration of a run that moves or deletes attachments, in ms: a store may take seconds for each. */
const attachmentsMs = 40_000;

/** Rows that are valid for minutes. */
const minuteCleaners: Readonly<Record<string, Cleaner>> = {
  // Expired authorizations contain an IP address and are no longer needed.
  'delete-authorizations': deleteAuthorizations,
  'delete-one-time-tokens': deleteOneTimeTokens,
  'delete-social-sign-ins': deleteUnfinishedSocial,
};

/** How long the rows of each table are kept: docs/operations.md, "How long data is kept". */
const hourCleaners: Readonly<Record<string, Cleaner>> = {
  'delete-unverified-accounts': deleteUnverified,
  'delete-idle-sessions': deleteIdleTokens,
  'delete-known-devices': deleteOldDevices,
  'delete-trusted-devices': deletePastTrust,
  'delete-two-factor-set-ups': sweepSetUps,
  'delete-passkey-challenges': deletePastCeremonies,
  'delete-email-links': deleteOldLinks,
  'delete-posted-emails': deleteOldEmailFacts,
  'delete-removed-devices': deleteRemovedDevices,
  'expire-drafts': expireDrafts,
  'delete-mailbox-benefits': deleteBenefits,
  'delete-card-uses': deleteCardUses,
  'delete-stray-events': deleteStrayEvents,
  'delete-refused-webhooks': deleteOldRefusals,
  'delete-ledger-entries': deleteOldEntries,
  'delete-usage-days': deleteOldUsage,
  'delete-contact-messages': deleteOldMessages,
  'delete-operator-tasks': deleteOldTasks,
  'delete-operator-actions': deleteOldActions,
  'delete-operator-sessions': deleteOperatorSessions,
  'expire-refund-requests': expireRefundRequests,
  'delete-rate-counters': deletePastWindows,
  'delete-idempotency-keys': deleteOldKeys,
  'prune-gateway-changes': pruneChanges,
};

/** Returns the scheduled tasks. Each works in bounded batches: what it does not reach in one run is done in the next one. */
export function scheduledTasks(deps: BackgroundDeps): readonly ScheduledTask[] {
  const { db, clock, jobs, log } = deps;
  const outbox = createOutbox(jobs, deps.sealer);
  const effects = { ...deps, outbox, hashCard: createCardHash(deps.keys.pepper) };
  const withKeys = { ...deps, ...deps.keys };
  const newGateways = {
    ...{ db, clock, ...deps.keys },
    readCredentials: readCredentials(deps.sealer),
    others: [fillWithProxyUsers(withKeys)],
  };
  const everyMinute = {
    'expire-subscriptions': () => expireSubscriptions(deps),
    'expire-services': () => expireServices(deps),
    'end-drains': () => endDrains(deps),
    'create-proxies': () => createMissingProxies(withKeys, 'due'),
    'grant-upstreams': () => grantUpstreams(deps),
    'fill-gateways': () => fillNewGateways(newGateways),
    'share-credentials': () => shareCredentials(withKeys),
    'share-proxy-users': () => shareProxyUsers(withKeys),
    'delete-own-credentials': () => deleteOwnCredentials(deps),
    'reconcile-orders': () => reconcileOrders(deps),
    'reconcile-coingate': () => reconcileCoingate(effects),
    'reconcile-renewals': () => reconcileRenewals(deps),
    'reconcile-plan-changes': () => reconcilePlanChanges(effects),
    'reconcile-unanswered-refunds': () => reconcileUnansweredRefunds(effects),
    'trial-reminders': () => remindOfTrialEnds(effects),
    'sign-in-summaries': () => summariseSignIns(effects),
    'events-without-order': () => reportEventsWithoutOrder(effects, clock.now()),
    'status-history': () => measureStatus(deps),
    'stock-notices': () => notifyOfStock(effects),
    'move-attachments': () => moveAttachments(deps, attachmentsMs),
    'delete-attachments': () => deleteStoredAttachments(deps, attachmentsMs),
    ...cleaning(minuteCleaners),
  };
  const everyHour = {
    'create-partitions': () => createPartitions(db, clock.now()),
    reminders: () => remind(effects),
    'purge-deleted-accounts': async () => {
      const removed = await purgeDeletedAccounts(deps);
      if (removed > 0) log.info({ removed }, 'removed deleted accounts');
    },
    'events-of-day-without-order': () => reportEventsOfDay(effects, clock.now()),
    'archive-ledger': () => moveEntries(deps),
    'reconcile-refunds': () => reconcileRefunds(deps),
    'reconcile-old-refunds': () => reconcileOldRefunds(effects),
    'reconcile-lapsed-coingate': () => reconcileLapsedCoingate(effects),
    'settle-leases': () => settleAbandoned(deps),
    'enter-usage-days': () => enterUsageDays(deps),
    'delete-leases': () => deleteQuotaLeases(deps),
    'clean-up-gateways': () => sweepGateways(deps),
    'clean-up-exits': () => sweepExits(deps),
    'clean-up-status-history': () => sweepStatusHistory(deps),
    ...cleaning(hourCleaners),
  };

  function cleaning(cleaners: Readonly<Record<string, Cleaner>>) {
    return Object.fromEntries(
      Object.entries(cleaners).map(([name, clean]) => [name, () => clean(db, clock.now())]),
    );
  }

  return [
    ...Object.entries(everyMinute).map(([name, run]) => ({ name, cron: '* * * * *', run })),
    // Spread over the hour, so that they do not compete for connections.
    ...Object.entries(everyHour).map(([name, run], index) => ({
      ...{ name, run },
      cron: `${(7 + 3 * index) % 60} * * * *`,
    })),
  ];
}
