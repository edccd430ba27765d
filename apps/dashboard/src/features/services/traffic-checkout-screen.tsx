import { servicesTexts } from '@comet/texts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDocumentTitle } from '../shell/index.ts';
import { pricesQuery } from './services-queries.ts';
import { GigabytesCheckout } from './gigabytes-checkout.tsx';
import { NotOnSale } from './not-on-sale.tsx';

/** The checkout of residential proxy traffic. */
export default function TrafficCheckoutScreen() {
  useDocumentTitle(servicesTexts.proxy);
  const { data: prices } = useSuspenseQuery(pricesQuery);
  if (prices.proxyTraffic === null) return <NotOnSale product="proxy_traffic" />;
  return (
    <GigabytesCheckout
      kind="proxy_traffic"
      headline={servicesTexts.chooseTraffic}
      price={prices.proxyTraffic}
    />
  );
}
