import type { PaymentMethod, PaymentProvider } from '../../platform/database/schema.ts';

/** Where an order stands, with what belongs to that. */
export type OrderStatus =
  | { readonly state: 'draft' }
  | {
      readonly state: 'processing';
      readonly method: PaymentMethod;
      readonly provider: PaymentProvider;
      readonly since: Date;
    }
  | { readonly state: 'paid'; readonly at: Date }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'expired' }
  | { readonly state: 'refunded'; readonly at: Date };

/** What can happen to it. */
export type OrderStep =
  /** Its checkout is opened at a provider. */
  | {
      readonly step: 'open';
      readonly method: PaymentMethod;
      readonly provider: PaymentProvider;
      readonly at: Date;
    }
  | { readonly step: 'pay'; readonly at: Date }
  /** The provider has given the payment up, in its own word. */
  | { readonly step: 'fail'; readonly reason: string }
  /** Nobody paid it in time, or another order took its place. */
  | { readonly step: 'lapse' }
  | { readonly step: 'refund'; readonly at: Date }
  /** A bank has returned what it had taken back; `at` is when the order was paid. */
  | { readonly step: 'restore'; readonly at: Date };

/**
 * Where an order stands after a step; null when the step changes nothing in this state. Money decides: a payment that comes after the order
 * was given up is honoured, and what was refunded stays so until the money is back.
 */
export function transition(from: OrderStatus, step: OrderStep): OrderStatus | null {
  switch (from.state) {
    case 'draft':
      if (step.step === 'open') {
        return { state: 'processing', method: step.method, provider: step.provider, since: step.at };
      }
      return step.step === 'lapse' ? { state: 'expired' } : null;
    case 'processing':
      if (step.step === 'pay') return { state: 'paid', at: step.at };
      if (step.step === 'fail') return { state: 'failed', reason: step.reason };
      return step.step === 'lapse' ? { state: 'expired' } : null;
    case 'failed':
    case 'expired':
      return step.step === 'pay' ? { state: 'paid', at: step.at } : null;
    case 'paid':
      return step.step === 'refund' ? { state: 'refunded', at: step.at } : null;
    case 'refunded':
      return step.step === 'restore' ? { state: 'paid', at: step.at } : null;
  }
}
