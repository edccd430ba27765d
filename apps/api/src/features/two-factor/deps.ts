import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';

/** What two-factor needs of the outside world. */
export interface TwoFactorDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly limiter: RateLimiter;
  readonly dashboardUrl: string;
  /** Keeps secrets unreadable in a copy of the database. */
  readonly sealer: Sealer;
  /** Keys the hashes of recovery codes. */
  readonly pepper: Uint8Array;
}
