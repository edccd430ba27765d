import type { Clock } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import type { Sealer } from '../../platform/keys/seal.ts';
import type { PassDeps } from '../users/index.ts';

/** External dependencies of two-factor. */
export interface TwoFactorDeps extends PassDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  /** Encrypts secrets, so that a copy of the database does not disclose them. */
  readonly sealer: Sealer;
  /** Keys the hashes of recovery codes. */
  readonly pepper: Uint8Array;
}
