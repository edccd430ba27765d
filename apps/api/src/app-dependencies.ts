import type { Clock } from '@comet/foundation';
import type { Metrics } from '@comet/observability';
import type { Traces } from '@comet/observability/traces';
import type { Log } from '@comet/foundation/log';
import { createRevoke, type FeedReader, type FeedWake, type Revoke } from './features/gateways/index.ts';
import { withdrawAllOf } from './features/grants/index.ts';
import type { Replies } from './features/support-tickets/index.ts';
import type { Passwords } from './features/users/index.ts';
import type { BlobStore } from './platform/blobs/blob-store.ts';
import type { Coingate } from './platform/coingate/coingate.ts';
import type { Database } from './platform/database/database.ts';
import type { Pipeline } from './platform/database/pipeline.ts';
import type { Limit } from './platform/http/limits/rate-limit.ts';
import type { IdentityProviders } from './platform/identity/identity-provider.ts';
import type { JobQueue } from './platform/jobs/jobs.ts';
import type { Keys } from './platform/keys/keys.ts';
import { createSealer } from './platform/keys/seal.ts';
import type { Billing } from './platform/paddle/billing.ts';
import type { Checkout } from './platform/paddle/checkout.ts';
import type { Settings } from './settings.ts';

/** External dependencies of the API. Tests pass a manual clock and fake payment providers. */
export interface AppDependencies {
  readonly settings: Settings;
  readonly db: Database;
  /** For reads that may be a second old; `db` where there is no replica. */
  readonly reads: Database;
  readonly quick: Pipeline;
  readonly clock: Clock;
  readonly keys: Keys;
  readonly passwords: Passwords;
  readonly jobs: JobQueue;
  /** Null where attachments are stored in the database. */
  readonly blobs: BlobStore | null;
  readonly checkout: Checkout;
  readonly coingate: Coingate;
  readonly billing: Billing;
  readonly providers: IdentityProviders;
  readonly wake: FeedWake;
  readonly feedReader: FeedReader;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Null without a collector. */
  readonly traces: Traces | null;
  /** Aborted when the process is about to stop: it serves requests, and load balancers should send them elsewhere. */
  readonly draining: AbortSignal;
  readonly heartbeatMs: number;
  readonly defaultLimit: Limit;
}

/** Revokes sessions. Revoking all sessions of an account also withdraws the grants of its downloaded configurations. */
export function revokeIn({ clock, keys }: Pick<AppDependencies, 'clock' | 'keys'>): Revoke {
  const revoke = createRevoke({ clock, subjects: keys.subjects });
  const sealer = createSealer(keys.seal);
  return async (trx, sessions) => {
    const isAll = sessions.slot === null && sessions.gatewayId === undefined;
    const { userId } = sessions;
    const grants = isAll ? await withdrawAllOf(trx, sealer, { userId, now: clock.now() }) : {};
    await revoke(trx, { ...sessions, ...grants });
  };
}

/** Settings for email replies to support tickets. */
export function repliesIn({ settings, keys }: Pick<AppDependencies, 'settings' | 'keys'>): Replies {
  return { secret: keys.support, mailbox: settings.replies.mailbox, supportMail: settings.supportMail };
}
