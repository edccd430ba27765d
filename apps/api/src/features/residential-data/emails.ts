import { meteredEmails as texts, formatText } from '@comet/texts/emails';
import type { DataProduct } from '../../platform/database/schema.ts';
import { type Email, composeEmail } from '../../platform/mail/email.ts';
import type { NoticeStep } from './notice-due.ts';

const pages: Readonly<Record<DataProduct, string>> = {
  residential_vpn: 'residential-vpn',
  residential_proxy: 'residential-proxy',
};

/** Sent when most or all of the purchased data is used. */
export function dataEmail(given: {
  readonly product: DataProduct;
  readonly step: NoticeStep;
  readonly availableBytes: number;
  readonly dashboardUrl: string;
}): Email {
  const { product, step } = given;
  const name = texts.products[product];
  const around = { url: `${given.dashboardUrl}/dash/${pages[product]}/` };
  if (step === 100) return composeEmail(texts.usedUp, { name, atZero: texts.atZero[product] }, around);
  const left = gigabytesText(given.availableBytes);
  return composeEmail(texts.used, { name, step, left, atZero: texts.whenNothingIsLeft[product] }, around);
}

/** Formats bytes as GB (10^9), rounded down so that the balance is never overstated: `1.25 GB`. */
function gigabytesText(bytes: number): string {
  return formatText(texts.gigabytes, { count: Math.floor(bytes / 10_000_000) / 100 });
}
