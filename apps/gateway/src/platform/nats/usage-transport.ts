import type { UsageReport } from '@comet/contract';

/** How a report over NATS ended. */
export type SentReport =
  /** Recorded by the control plane; `unknown` are the leases that it does not have. */
  | { readonly kind: 'applied'; readonly unknown: readonly string[] }
  /** Stored durably by the nearest server, but not recorded within a few seconds. */
  | { readonly kind: 'stored' }
  /** Refused by the control plane, not stored, or unknown. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Usage reports over NATS. */
export interface UsageTransport {
  send(leases: UsageReport['leases']): Promise<SentReport>;
  close(): Promise<void>;
}
