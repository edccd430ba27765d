import { formatMoney, type Money } from '@comet/foundation';
import type { DataProduct } from '../../platform/database/schema.ts';
import type { Letter } from '../../platform/mail/letter.ts';

const words: Readonly<Record<DataProduct, { readonly name: string; readonly page: string }>> = {
  residential_vpn: { name: 'residential data', page: 'residential-vpn' },
  residential_proxy: { name: 'residential proxy traffic', page: 'residential-proxy' },
};

/** What was to be bought by itself could not be paid, and nothing is bought by itself any more. */
export function purchaseFailedLetter(given: {
  readonly product: DataProduct;
  readonly gigabytes: number;
  readonly dashboardUrl: string;
}): Letter {
  const { name, page } = words[given.product];
  return {
    subject: `Your ${name} could not be bought automatically`,
    preview: 'Nothing was charged. Buying by itself is switched off.',
    heading: 'The automatic purchase failed',
    paragraphs: [
      `We tried to buy ${given.gigabytes} GB of ${name}, as you had chosen, and the payment did not go through. Nothing was charged.`,
      'Buying by itself is switched off, so that it is not tried over and over. Check how your plan is paid, and switch it on again.',
    ],
    action: { label: 'Open the settings', url: `${given.dashboardUrl}/dash/${page}/` },
    footnote: 'You get this mail because you had chosen that more is bought when little is left.',
  };
}

/** What was to be bought by itself costs more than was agreed to, so nothing is bought until that is agreed to as well. */
export function priceRisenLetter(given: {
  readonly product: DataProduct;
  readonly gigabytes: number;
  /** Of a gigabyte. */
  readonly agreed: Money;
  readonly price: Money;
  readonly dashboardUrl: string;
}): Letter {
  const { name, page } = words[given.product];
  return {
    subject: `Your ${name} costs more now, and was not bought automatically`,
    preview: 'Nothing was charged. Buying by itself is switched off.',
    heading: 'The price has changed',
    paragraphs: [
      `A gigabyte of ${name} costs ${formatMoney(given.price)} before tax. It was ${formatMoney(given.agreed)} when you chose to have ${given.gigabytes} GB bought whenever little is left.`,
      'So nothing was bought, and buying by itself is switched off. Switch it on again if you agree to the new price.',
    ],
    action: { label: 'Open the settings', url: `${given.dashboardUrl}/dash/${page}/` },
    footnote: 'You get this mail because you had chosen that more is bought when little is left.',
  };
}
