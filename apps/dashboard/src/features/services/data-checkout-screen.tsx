import { servicesTexts } from '@comet/texts';
import { useSuspenseQuery } from '../../platform/query/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { pricesQuery } from './bought.ts';
import { GigabytesCheckout } from './gigabytes-checkout.tsx';

/** Residential data is ordered here. */
export default function DataCheckoutScreen() {
  useDocumentTitle(servicesTexts.residentialVpn);
  const { data: prices } = useSuspenseQuery(pricesQuery);
  return (
    <GigabytesCheckout
      kind="residential_data"
      headline={servicesTexts.chooseData}
      price={prices.residentialData}
    />
  );
}
