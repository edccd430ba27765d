import type { Discount, Price } from '../wire.ts';

/** Fields of a discount that affect totals. `amount` is a percentage or minor units, by `type`. */
export type AppliedDiscount = Pick<Discount, 'type' | 'amount'> & Partial<Pick<Discount, 'restrict_to'>>;

interface Line {
  readonly price: Price;
  readonly quantity: number;
  readonly subtotal: number;
}

/**
 * Returns the discount of each line in minor units. Percentages round half up per line; a flat discount is distributed over its lines in
 * proportion, the last line gets the remainder, and no discount exceeds its line. A restricted discount does not apply to lines of other
 * prices and products.
 */
export function discountsOf(lines: readonly Line[], discount: AppliedDiscount | null): number[] {
  if (discount === null) return lines.map(() => 0);
  const amount = Number(discount.amount);
  const parts = lines.map((line) => (appliesTo(discount, line.price) ? line.subtotal : 0));
  switch (discount.type) {
    case 'percentage':
      return parts.map((part) => Math.min(part, Math.round((part * amount) / 100)));
    case 'flat_per_seat':
      return parts.map((part, index) => Math.min(part, amount * (lines[index]?.quantity ?? 0)));
    case 'flat':
      return spread(Math.min(amount, sum(parts)), parts);
  }
}

/** Returns whether the discount is unrestricted or includes the price or its product. */
export function appliesTo(discount: Partial<Pick<Discount, 'restrict_to'>>, price: Price): boolean {
  const only = discount.restrict_to ?? [];
  return only.length === 0 || only.includes(price.id) || only.includes(price.product_id);
}

/** Distributes `amount` over the parts in proportion; it must not exceed their sum. The shares sum to `amount`. */
export function spread(amount: number, over: readonly number[]): number[] {
  let left = amount;
  let uncovered = sum(over);
  return over.map((part) => {
    const share = uncovered === 0 ? 0 : Math.min(part, Math.round((left * part) / uncovered));
    left -= share;
    uncovered -= part;
    return share;
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
