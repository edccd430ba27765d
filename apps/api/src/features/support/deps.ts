import type { BillingDeps } from '../billing/index.ts';

/** What the commands of support work with. */
export interface SupportDeps extends BillingDeps {
  /** The name of who runs it, for the audit trail. */
  readonly operator: string;
}
