import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { registerPurchaseWorkers } from './features/automatic-purchases/index.ts';
import type { Revoke } from './features/gateways/index.ts';
import type { LedgerArchive } from './features/ledger-archive/index.ts';
import { registerPaymentWorkers } from './features/payments/index.ts';
import { sendResetEmails } from './features/passwords/index.ts';
import { endServices } from './features/dedicated-ips/index.ts';
import { findTicketFiles } from './features/support-tickets/index.ts';
import { sendVerifications } from './features/users/index.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import type { Database } from './platform/database/database.ts';
import type { Attempts } from './platform/http/authentication/attempts.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import type { Keys } from './platform/keys/keys.ts';
import { createCardHash, createMailboxHash } from './platform/keys/keyed-hashes.ts';
import type { Sealer } from './platform/keys/seal.ts';
import type { Mailer } from './platform/mail/mailer.ts';
import { createOutbox, deliverOutbox } from './platform/mail/outbox.ts';
import type { Billing } from './platform/paddle/billing.ts';
import type { PaddleCustomers } from './platform/paddle/customers.ts';
import type { Coingate } from './platform/coingate/coingate.ts';
import type { PaddlePayments } from './platform/paddle/payments.ts';
import { scheduledTasks } from './scheduled-tasks.ts';

/** What workers and scheduled tasks need. */
export interface BackgroundDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly revoke: Revoke;
  readonly inquiry: PaddlePayments;
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
  /** Null without a store for it. */
  readonly ledgerArchive: LedgerArchive | null;
  readonly log: Log;
}

/** Background work: queue workers and scheduled tasks. */
export async function startBackground(deps: BackgroundDeps): Promise<void> {
  const { jobs } = deps;
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
  await jobs.schedule(scheduledTasks(deps));
}
