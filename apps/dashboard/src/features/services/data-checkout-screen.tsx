import { servicesTexts } from '@comet/texts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../shell/index.ts';
import { pricesQuery } from './services-queries.ts';
import { GigabytesCheckout } from './gigabytes-checkout.tsx';
import { NotOnSale } from './not-on-sale.tsx';

/** The checkout of residential data. */
export default function DataCheckoutScreen() {
  useDocumentTitle(servicesTexts.residentialVpn);
  const { data: prices } = useSuspenseQuery(pricesQuery);
  if (prices.residentialData === null) return <NotOnSale product="residential_data" />;
  return (
    <GigabytesCheckout
      kind="residential_data"
      headline={servicesTexts.chooseData}
      price={prices.residentialData}
    />
  );
}
