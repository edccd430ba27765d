import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import type { PassDeps } from '../users/index.ts';

/** What two-factor needs of the outside world. */
export interface TwoFactorDeps extends PassDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** Keeps secrets unreadable in a copy of the database. */
  readonly sealer: Sealer;
  /** Keys the hashes of recovery codes. */
  readonly pepper: Uint8Array;
}
