import { formatMoney, type Money } from '@comet/foundation';
import { meteredEmails as texts } from '@comet/texts/emails';
import type { DataProduct } from '../../platform/database/schema.ts';
import { type Email, composeEmail } from '../../platform/mail/email.ts';

const pages: Readonly<Record<DataProduct, string>> = {
  residential_vpn: 'residential-vpn',
  residential_proxy: 'residential-proxy',
};

/** An automatic purchase could not be paid, and automatic purchases are now off. */
export function purchaseFailedEmail(given: {
  readonly product: DataProduct;
  readonly gigabytes: number;
  readonly dashboardUrl: string;
}): Email {
  const { product, gigabytes, dashboardUrl } = given;
  return composeEmail(
    texts.purchaseFailed,
    { name: texts.products[product], gigabytes },
    { url: `${dashboardUrl}/dash/${pages[product]}/` },
  );
}

/** The price has risen above the agreed one: no automatic purchases until the customer agrees to the new price. */
export function priceRisenEmail(given: {
  readonly product: DataProduct;
  readonly gigabytes: number;
  /** The price of a gigabyte. */
  readonly agreed: Money;
  readonly price: Money;
  readonly dashboardUrl: string;
}): Email {
  const { product, gigabytes, dashboardUrl } = given;
  const [agreed, price] = [formatMoney(given.agreed), formatMoney(given.price)];
  return composeEmail(
    texts.priceRisen,
    { name: texts.products[product], gigabytes, agreed, price },
    { url: `${dashboardUrl}/dash/${pages[product]}/` },
  );
}
