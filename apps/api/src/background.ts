import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { registerPurchaseWorkers } from './features/automatic-purchases/index.ts';
import { reconcilePlanChanges } from './features/billing/index.ts';
import { purgeDeletedAccounts } from './features/deletion/index.ts';
import { deleteRemovedDevices } from './features/devices/index.ts';
import { endDrains, sweepExits } from './features/exits/index.ts';
import { type Revoke, sweepGateways } from './features/gateways/index.ts';
import { fillNewGateways } from './features/grants/index.ts';
import { readCredentials } from './features/openvpn/index.ts';
import { deleteOneTimeTokens } from './features/one-time-tokens/index.ts';
import { deleteOperatorSessions } from './features/operators/index.ts';
import { deleteBenefits } from './features/mailbox-benefits/index.ts';
import { deleteCardUses } from './features/shared-cards/index.ts';
import { expireDrafts } from './features/orders/index.ts';
import {
  deleteOldRefusals,
  deleteStrayEvents,
  reconcileCoingate,
  reconcileOrders,
  reconcileRefunds,
  reconcileRenewals,
  reconcileUnansweredRefunds,
  registerPaymentWorkers,
  reportEventsWithoutOrder,
} from './features/payments/index.ts';
import { deletePastCeremonies } from './features/passkeys/index.ts';
import { expireRefundRequests } from './features/refund-requests/index.ts';
import { sendResetEmails } from './features/passwords/index.ts';
import { deleteAuthorizations } from './features/quick-login/index.ts';
import { enterUsageDays, deleteQuotaLeases, settleAbandoned } from './features/residential-data/index.ts';
import { fillWithProxyUsers } from './features/residential-proxy/index.ts';
import { endServices, expireServices, createMissingProxies } from './features/services/index.ts';
import { grantUpstreams } from './features/upstreams/index.ts';
import { remind } from './features/reminders/index.ts';
import { deleteUnfinishedSocial } from './features/social/index.ts';
import { findTicketFiles, deleteOldMessages } from './features/support-tickets/index.ts';
import { notifyOfStock } from './features/stock-requests/index.ts';
import { summariseSignIns } from './features/sign-in-notices/index.ts';
import { measureStatus, sweepStatusHistory } from './features/status/index.ts';
import { expireSubscriptions, remindOfTrialEnds } from './features/subscription/index.ts';
import { sweepSetUps } from './features/two-factor/index.ts';
import { sendVerifications, sweepAccounts } from './features/users/index.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import type { Database } from './platform/database/database.ts';
import type { Attempts } from './platform/http/authentication/attempts.ts';
import { deleteOldKeys } from './platform/http/requests/idempotency.ts';
import { deletePastWindows } from './platform/http/limits/rate-limit.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Keys } from './platform/keys/keys.ts';
import { createCardHash } from './platform/keys/card-hash.ts';
import { createMailboxHash } from './platform/keys/mailbox-hash.ts';
import type { Sealer } from './platform/keys/seal.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createOutbox, deliverOutbox } from './platform/mail/outbox.ts';
import type { Billing } from './platform/paddle/billing.ts';
import type { PaddleCustomers } from './platform/paddle/customers.ts';
import type { Coingate } from './platform/coingate/coingate.ts';
import type { PaddleInquiry } from './platform/paddle/inquiry.ts';

interface BackgroundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly revoke: Revoke;
  readonly inquiry: PaddleInquiry;
  readonly coingate: Coingate;
  readonly customers: PaddleCustomers;
  readonly billing: Billing;
  readonly dashboardUrl: string;
  readonly supportMail: string;
  readonly sealer: Sealer;
  readonly keys: Pick<Keys, 'subjects' | 'openvpn' | 'pepper'>;
  readonly mailer: Mailer;
  readonly attempts: Pick<Attempts, 'begin'>;
  /** Null where attachments are stored in the database. */
  readonly blobs: BlobStore | null;
  readonly log: Log;
}

/** Background work: queue workers and scheduled tasks. */
export async function startBackground(deps: BackgroundDeps): Promise<void> {
  const { db, clock, jobs } = deps;
  const hashCard = createCardHash(deps.keys.pepper);
  await deliverOutbox(jobs, deps.sealer, deps.mailer, findTicketFiles(deps));
  const outbox = createOutbox(jobs, deps.sealer);
  await registerPaymentWorkers({ ...deps, outbox, hashCard });
  await registerPurchaseWorkers(jobs, {
    ...deps,
    outbox,
    hashCard,
    hashMailbox: createMailboxHash(deps.keys.pepper),
  });
  await sendResetEmails(jobs, deps.sealer, { ...deps, outbox });
  await sendVerifications(jobs, deps.sealer, { ...deps, outbox });
  // Traffic stops using an expired address within a second, not up to a minute later.
  jobs.repeat('ended-addresses', 1_000, async () => {
    await endServices(deps);
    return false;
  });
  await jobs.every('* * * * *', 'every-minute', async () => {
    await expireSubscriptions(deps);
    await expireServices(deps);
    await endDrains(deps);
    await createMissingProxies({ ...deps, ...deps.keys });
    await grantUpstreams(deps);
    await fillNewGateways({
      db,
      clock,
      ...deps.keys,
      readCredentials: readCredentials(deps.sealer),
      others: [fillWithProxyUsers({ ...deps, ...deps.keys })],
    });
    await reconcileOrders(deps);
    await reconcileCoingate({ ...deps, outbox });
    await reconcileRenewals(deps);
    await reconcilePlanChanges({ ...deps, outbox, hashCard });
    await reconcileUnansweredRefunds({ ...deps, outbox, hashCard });
    await remindOfTrialEnds({ ...deps, outbox });
    // Expired authorizations contain an IP address and are no longer needed.
    await deleteAuthorizations(db, clock.now());
    await deleteOneTimeTokens(db, clock.now());
    await deleteUnfinishedSocial(db, clock.now());
  });
  await jobs.every('47 * * * *', 'purge-deleted-accounts', async () => {
    const removed = await purgeDeletedAccounts(deps);
    if (removed > 0) deps.log.info({ removed }, 'removed deleted accounts');
  });
  // Separate from the other tasks: none waits for another, nor fails with it.
  await jobs.every('* * * * *', 'sign-in-summaries', () => summariseSignIns({ ...deps, outbox }));
  await jobs.every('* * * * *', 'events-without-order', () =>
    reportEventsWithoutOrder({ ...deps, outbox }, clock.now()),
  );
  await jobs.every('* * * * *', 'status-history', () => measureStatus(deps));
  await jobs.every('* * * * *', 'stock-notices', async () => {
    await notifyOfStock({ ...deps, outbox });
  });
  await jobs.every('7 * * * *', 'reminders', async () => {
    await remind({ ...deps, outbox });
  });
  await jobs.every('17 * * * *', 'every-hour', async () => {
    const now = clock.now();
    await sweepAccounts(db, now);
    await sweepSetUps(db, now);
    await sweepGateways(deps);
    await sweepStatusHistory(deps);
    await sweepExits(deps);
    await reconcileRefunds(deps);
    await deleteRemovedDevices(db, now);
    await expireDrafts(db, now);
    await deleteBenefits(db, now);
    await deleteCardUses(db, now);
    await settleAbandoned(deps);
    await enterUsageDays(deps);
    await deleteQuotaLeases(deps);
    await deleteStrayEvents(db, now);
    await deleteOldRefusals(db, now);
    await deleteOldMessages(db, now);
    await deleteOperatorSessions(db, now);
    await expireRefundRequests(db, now);
    await deletePastCeremonies(db, now);
    await deletePastWindows(db, now);
    await deleteOldKeys(db, now);
  });
}
