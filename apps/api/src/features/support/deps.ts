import type { BillingDeps } from '../billing/index.ts';
import type { Replies } from '../support-tickets/index.ts';

/** What the commands of support work with. */
export interface SupportDeps extends BillingDeps {
  /** How answers to tickets come back. */
  readonly replies: Replies;
  /** The name of who runs it, for the audit trail. */
  readonly operator: string;
}
