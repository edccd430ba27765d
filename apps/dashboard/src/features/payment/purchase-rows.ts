import { formatDay, formatMoney, paymentTexts as texts, formatText } from '@comet/texts';
import { formatMonths, type Subscription } from '../subscription/index.ts';
import { orderLineText } from './order-lines.ts';
import type { Order } from './order.ts';

type Paid = Pick<Order, 'number' | 'item' | 'lines' | 'tax' | 'total'>;

/**
 * The contents of a paid order and the next charge, as terms and values. The dates are those of the account.
 * Null for a plan while `subscription` is unknown, or is not the ordered one yet.
 */
export function purchaseRows(
  order: Paid,
  subscription: Subscription | null | undefined,
): readonly (readonly [term: string, value: string])[] | null {
  const { item, lines } = order;
  const [first] = lines;
  const what =
    first === undefined
      ? []
      : [['planId' in item ? texts.plan : texts.bought, orderLineText(first, item).what] as const];
  const number = [texts.order, order.number] as const;
  if (!('planId' in item)) return [...what, [texts.next, texts.nextNone], number];
  if (subscription?.planId !== item.planId) return null;
  const free = lines.find(({ kind }) => kind === 'free_months');
  return [
    ...what,
    ...(free === undefined ? [] : [[texts.free, formatMonths(free.quantity)] as const]),
    // For a plan that follows another plan or free days, the date of the next payment implies the start.
    ...(item.startsAt === undefined ? [activeUntilRow(order, subscription)] : []),
    [texts.next, nextPaymentText(order, subscription)],
    number,
  ];
}

function activeUntilRow({ lines }: Pick<Paid, 'lines'>, { activeUntil }: Subscription) {
  const isTrial = lines.some(({ kind }) => kind === 'trial');
  return [isTrial ? texts.freeUntil : texts.activeUntil, formatDay(activeUntil)] as const;
}

/** The next charge, with tax at the rate of this order, as in the payment sheet. */
function nextPaymentText({ tax, total }: Pick<Paid, 'tax' | 'total'>, { nextPayment }: Subscription): string {
  if (nextPayment === null) return texts.nextNone;
  const { amount, at } = nextPayment;
  const isTaxed = tax !== null && tax.amount > 0 && total.amount > 0;
  const gross = isTaxed
    ? Math.round((amount.amount * (total.amount + tax.amount)) / total.amount)
    : amount.amount;
  const values = { amount: formatMoney({ ...amount, amount: gross }), date: formatDay(at) };
  return formatText(isTaxed ? texts.nextWithTax : texts.nextOf, values);
}
