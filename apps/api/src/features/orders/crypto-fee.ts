import type { StoredOrderLine } from '../../platform/database/schema.ts';
import type { Quote } from './quote.ts';

/** What paying in crypto costs on top, in percent. It is not given back. */
const feePercent = 1;

/** A quote as it is paid in crypto: the fee is a line of its own, to the nearest cent and at least one. */
export function withCryptoFee<Given extends Quote>(quote: Given): Given {
  if (quote.total === 0) return quote;
  const amount = Math.max(1, Math.round((quote.total * feePercent) / 100));
  return {
    ...quote,
    lines: [...quote.lines, { kind: 'crypto_fee', quantity: feePercent, amount }],
    total: quote.total + amount,
  };
}

/** What an order's payment in crypto costs on top, in the minor unit; null for an order that is not paid in crypto. */
export function cryptoFeeOf(lines: readonly StoredOrderLine[]): number | null {
  return lines.find(({ kind }) => kind === 'crypto_fee')?.amount ?? null;
}
