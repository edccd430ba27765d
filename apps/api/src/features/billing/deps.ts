import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { Database } from '../../platform/database/database.ts';
import type { HashCard } from '../../platform/keys/keyed-hashes.ts';
import type { Billing } from '../../platform/paddle/billing.ts';
import type { ApplyDeps } from '../subscription/index.ts';

export interface BillingDeps extends ApplyDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly billing: Billing;
  readonly hashCard: HashCard;
}
