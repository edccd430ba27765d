import type { BillingDeps } from '../billing/index.ts';
import type { Replies } from '../support-tickets/index.ts';

/** Dependencies of the support commands. */
export interface SupportDeps extends BillingDeps {
  /** Configuration of replies to tickets. */
  readonly replies: Replies;
  /** The name of the operator, for the audit trail. */
  readonly operator: string;
  /** In cents: refunds above it need a second operator. */
  readonly secondPersonAbove: number;
}
