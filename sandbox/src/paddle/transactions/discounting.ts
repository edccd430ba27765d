import type { Discount, Price } from '../wire.ts';

/** What of a discount matters to a sum. `amount` is a percentage or minor units, by `type`. */
export type AppliedDiscount = Pick<Discount, 'type' | 'amount'> & Partial<Pick<Discount, 'restrict_to'>>;

interface Line {
  readonly price: Price;
  readonly quantity: number;
  readonly subtotal: number;
}

/**
 * Returns the discount of each line in minor units. Percentages round half up per line; a flat discount is spread
 * over its lines by their size, the last line takes the remainder, and no discount exceeds its line. One that is
 * restricted does not apply to lines of other prices and products.
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

/** True when the discount is for everything, or names the price or its product. */
export function appliesTo(discount: Partial<Pick<Discount, 'restrict_to'>>, price: Price): boolean {
  const only = discount.restrict_to ?? [];
  return only.length === 0 || only.includes(price.id) || only.includes(price.product_id);
}

/** `amount` over the parts by their size; it must not exceed their sum, and the shares add up to it. */
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
