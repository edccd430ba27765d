import { meteredLetters as texts, say } from '@comet/texts/letters';
import type { DataProduct } from '../../platform/database/schema.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { wordLetter } from '../../platform/mail/word-letter.ts';
import type { NoticeStep } from './notice-due.ts';

const pages: Readonly<Record<DataProduct, string>> = {
  residential_vpn: 'residential-vpn',
  residential_proxy: 'residential-proxy',
};

/** Most of what somebody had bought is used, or all of it. */
export function dataLetter(given: {
  readonly product: DataProduct;
  readonly step: NoticeStep;
  readonly availableBytes: number;
  readonly dashboardUrl: string;
}): Letter {
  const { product, step } = given;
  const name = texts.products[product];
  const around = { url: `${given.dashboardUrl}/dash/${pages[product]}/` };
  if (step === 100) return wordLetter(texts.usedUp, { name, atZero: texts.atZero[product] }, around);
  const left = gigabytesText(given.availableBytes);
  return wordLetter(texts.used, { name, step, left, atZero: texts.whenNothingIsLeft[product] }, around);
}

/** Bytes in GB of 10^9, rounded down so that nobody is promised more than there is: `1.25 GB`. */
function gigabytesText(bytes: number): string {
  return say(texts.gigabytes, { count: (Math.floor(bytes / 10_000_000) / 100).toFixed(2) });
}
