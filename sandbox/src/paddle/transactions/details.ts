import type { LineItem, Price, Product, Totals, TransactionDetails } from '../wire.ts';
import { type AppliedDiscount, discountsOf } from './discounting.ts';

/** A billed item. `free`: not charged now, because its trial starts. */
export interface BilledItem {
  readonly lineId: string;
  readonly price: Price;
  readonly product: Product;
  readonly quantity: number;
  readonly free: boolean;
  /** Billed part of a period, 0 to 1; null for a whole period. */
  readonly proration: { rate: string; billing_period: { starts_at: string; ends_at: string } } | null;
}

type BilledLine = Omit<LineItem, 'unit_totals' | 'totals' | 'product'> & {
  readonly unit_totals: Totals;
  readonly totals: Totals;
  readonly product: Product;
};

/** Totals and line items of a transaction. */
type BilledDetails = Omit<TransactionDetails, 'totals' | 'line_items'> & {
  readonly totals: NonNullable<TransactionDetails['totals']>;
  readonly line_items: BilledLine[];
};

/**
 * Returns the totals of a transaction, in minor units as text, tax always 0. `settlement`: whether the rest was paid, and the customer's
 * credit. Shapes: https://developer.paddle.com/api-reference/transactions
 */
export function detailsOf(
  items: readonly BilledItem[],
  discount: AppliedDiscount | null,
  settlement: { paid: boolean; credit: number },
): BilledDetails {
  const { paid } = settlement;
  const subtotals = items.map(lineSubtotal);
  const discounts = discountsOf(
    items.map((item, index) => ({ ...item, subtotal: subtotals[index] ?? 0 })),
    discount,
  );
  const lines = items.map((item, index) => lineItem(item, subtotals[index] ?? 0, discounts[index] ?? 0));
  const subtotal = sum(subtotals);
  const off = sum(discounts);
  const total = subtotal - off;
  const totals = totalsOf(subtotal, off);
  // The customer's credit is used first; the rest is due.
  const due = Math.max(0, total - settlement.credit);
  const credits = {
    credit: String(total - due),
    credit_to_balance: String(Math.max(0, settlement.credit - total)),
  };
  const fee = feeOf(due);
  const earned = paid ? { fee: String(fee), earnings: String(due - fee) } : { fee: null, earnings: null };
  const balance = paid ? '0' : String(due);
  const grand = { grand_total: String(due), grand_total_tax: '0' };
  return {
    tax_rates_used: [{ tax_rate: '0', totals }],
    totals: {
      ...totals,
      ...credits,
      balance,
      ...grand,
      ...earned,
      currency_code: 'USD',
    },
    adjusted_totals: {
      subtotal: totals.subtotal,
      tax: '0',
      total: totals.total,
      ...grand,
      ...earned,
      retained_fee: '0',
      currency_code: 'USD',
    },
    payout_totals: paid
      ? {
          ...totals,
          ...credits,
          balance,
          ...grand,
          fee: String(fee),
          earnings: String(due - fee),
          currency_code: 'USD',
          exchange_rate: '1',
          fee_rate: '0.05',
        }
      : null,
    adjusted_payout_totals: null,
    line_items: lines,
  };
}

/** Paddle's published fee: 5 % and 50 cents of each paid checkout. */
function feeOf(total: number): number {
  return total === 0 ? 0 : Math.min(total, Math.round(total * 0.05) + 50);
}

function lineSubtotal(item: BilledItem): number {
  if (item.free) return 0;
  const whole = Number(item.price.unit_price.amount) * item.quantity;
  return item.proration === null ? whole : Math.round(whole * Number(item.proration.rate));
}

function lineItem(item: BilledItem, subtotal: number, discount: number): BilledLine {
  return {
    id: item.lineId,
    price_id: item.price.id,
    quantity: item.quantity,
    proration: item.proration,
    tax_rate: '0',
    unit_totals: totalsOf(Math.round(subtotal / item.quantity), Math.round(discount / item.quantity)),
    totals: totalsOf(subtotal, discount),
    product: item.product,
  };
}

function totalsOf(subtotal: number, discount: number): Totals {
  return {
    subtotal: String(subtotal),
    discount: String(discount),
    tax: '0',
    total: String(subtotal - discount),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
