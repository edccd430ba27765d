import {
  checkoutTexts,
  countryInSentence,
  formatDay,
  formatMoney,
  plural,
  formatText,
  typographicMinus,
} from '@comet/texts';
import { formatMonths } from '../subscription/index.ts';
import type { Order } from './order.ts';

/** One line of the summary as text, and its amount. `item` is the ordered item, which adds details. */
export function orderLineText(
  line: Order['lines'][number],
  item?: Order['item'],
): {
  readonly what: string;
  readonly amount: string;
} {
  const isFree = (line.kind === 'free_months' || line.kind === 'carried_days') && line.amount.amount === 0;
  return {
    what: whatOf(line, item),
    amount: isFree ? checkoutTexts.free : typographicMinus(formatMoney(line.amount)),
  };
}

function whatOf({ kind, quantity }: Order['lines'][number], item?: Order['item']): string {
  switch (kind) {
    case 'plan':
      return formatText(checkoutTexts.linePlan, { plan: formatMonths(quantity) });
    case 'plan_discount':
      return formatText(checkoutTexts.lineDiscount, { percent: quantity });
    case 'trial':
      return formatText(checkoutTexts.lineTrial, { days: quantity });
    case 'crypto_fee':
      return formatText(checkoutTexts.lineCryptoFee, { percent: quantity });
    case 'unused_time':
      return checkoutTexts.lineUnusedTime;
    case 'carried_days':
      return formatText(plural(quantity, checkoutTexts.lineCarriedDays), {
        days: quantity,
      });
    case 'free_months':
      return formatText(plural(quantity, checkoutTexts.lineFreeMonths), { count: quantity });
    case 'residential_data':
      return formatText(checkoutTexts.lineResidentialData, { gigabytes: quantity });
    case 'proxy_traffic':
      return formatText(checkoutTexts.lineProxyTraffic, { gigabytes: quantity });
    case 'dedicated_ip':
      return addressLineText(formatMonths(quantity), item);
    case 'coupon':
      return quantity === 0
        ? checkoutTexts.lineCoupon
        : formatText(checkoutTexts.lineCouponPercent, { percent: quantity });
  }
}

function addressLineText(months: string, item?: Order['item']): string {
  switch (item?.kind) {
    case 'dedicated_ip': {
      const line = checkoutTexts.lineAddresses[item.type];
      return formatText(line, { country: countryInSentence(item.country), months });
    }
    case 'dedicated_ip_extension':
      return formatText(checkoutTexts.lineExtension, { months });
    default:
      return formatText(checkoutTexts.lineDedicatedIp, { months });
  }
}

/** Label of the button that pays an order. */
export function payLabel({ lines, total }: Pick<Order, 'lines' | 'total'>): string {
  const days = lines.find(({ kind }) => kind === 'trial')?.quantity;
  return days === undefined
    ? formatText(checkoutTexts.pay, { amount: formatMoney(total) })
    : formatText(checkoutTexts.startTrial, { days });
}

/**
 * The monthly price over the whole period of a plan with free months: `13 months of Comet, $4.61 a month`;
 * null for any other order.
 */
export function periodPriceText({
  item,
  lines,
  total,
}: Pick<Order, 'item' | 'lines' | 'total'>): string | null {
  const free = lines.find(({ kind }) => kind === 'free_months')?.quantity ?? 0;
  if (item.kind !== 'subscription' || free === 0 || total.amount === 0) return null;
  const months = item.months + free;
  const monthly = { ...total, amount: Math.round(total.amount / months) };
  return formatText(checkoutTexts.periodPrice, { plan: formatMonths(months), amount: formatMoney(monthly) });
}

/**
 * What follows today's payment: the renewal, or the first charge after free days, with the interval, which
 * Paddle requires next to an inline checkout.
 */
export function renewalText({
  item,
  total,
  renewal,
  moneyBack,
}: Pick<Order, 'item' | 'total' | 'renewal' | 'moneyBack'>): string | null {
  if (renewal === null || !('planId' in item)) return null;
  const { firstCharge, firstChargeFinal, renews, renewsFinal } = checkoutTexts;
  const [kept, final] = total.amount === 0 ? [firstCharge, firstChargeFinal] : [renews, renewsFinal];
  return formatText(moneyBack ? kept : final, {
    amount: formatMoney(renewal.amount),
    date: formatDay(renewal.at),
    every: formatText(plural(item.months, checkoutTexts.every), { count: item.months }),
  });
}
