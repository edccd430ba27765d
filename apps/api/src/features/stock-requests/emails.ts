import { countryNameOf } from '@comet/foundation';
import { stockEmails as texts } from '@comet/texts/emails';
import { type Email, composeEmail } from '../../platform/mail/email.ts';
import type { StockKind } from './stock-requests.store.ts';

/** A product that its reader waited for is in stock; the link opens its order. */
export function inStockEmail({
  product,
  country: code,
  dashboardUrl,
}: StockKind & { readonly dashboardUrl: string }): Email {
  const country = countryNameOf(code.toUpperCase()) ?? code.toUpperCase();
  return composeEmail(
    texts.inStock,
    { product: texts.products[product], country, note: texts.notes[product] },
    { url: `${dashboardUrl}${orderPath({ product, country: code })}` },
  );
}

function orderPath({ product, country }: StockKind): string {
  switch (product) {
    case 'residential_data':
      return '/dash/residential-vpn/payment';
    case 'proxy_traffic':
      return '/dash/residential-proxy/payment';
    case 'dedicated':
    case 'dedicated_residential':
      return `/dash/dedicated/payment?${new URLSearchParams({ type: product, country }).toString()}`;
  }
}
