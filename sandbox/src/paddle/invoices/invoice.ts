import { formatMoney } from '@comet/foundation';
import type { Transaction } from '../wire.ts';
import type { PaddleWorld } from '../world.ts';
import { pdfOf, type TextLine } from './pdf.ts';

/** The invoice of a completed transaction: number, date, customer, lines, total. */
export function invoicePdf(world: PaddleWorld, transaction: Transaction): Buffer {
  const title = `Invoice ${transaction.invoice_number ?? ''}`;
  const customer = world.state.customers[transaction.customer_id ?? ''];
  const totals = transaction.details?.totals;
  const rows: [string, string][] = [
    ...(transaction.details?.line_items ?? []).map((line): [string, string] => [
      `${line.product?.name ?? ''} × ${line.quantity}`,
      money(line.totals?.subtotal),
    ]),
    ...(totals?.discount && totals.discount !== '0'
      ? ([['Discount', `-${money(totals.discount)}`]] as [string, string][])
      : []),
    ...(totals?.credit && totals.credit !== '0'
      ? ([['Credit', `-${money(totals.credit)}`]] as [string, string][])
      : []),
    ['Tax', money(totals?.tax)],
    ['Total paid', money(totals?.grand_total)],
  ];
  const head: TextLine[] = [
    { left: 56, top: 80, size: 22, text: title },
    { left: 56, top: 104, size: 10, text: 'Made by the sandbox. No money moved.' },
    {
      left: 56,
      top: 140,
      size: 11,
      text: `Billed on ${(transaction.billed_at ?? transaction.created_at).slice(0, 10)}`,
    },
    { left: 56, top: 158, size: 11, text: `To ${customer?.email ?? ''}` },
  ];
  const table = rows.flatMap(([name, amount], index): TextLine[] => [
    { left: 56, top: 210 + 22 * index, size: 11, text: name },
    { left: 460, top: 210 + 22 * index, size: 11, text: amount },
  ]);
  return pdfOf(title, [...head, ...table]);
}

function money(minor: string | undefined): string {
  return formatMoney({ amount: Number(minor ?? 0), currency: 'USD' });
}
