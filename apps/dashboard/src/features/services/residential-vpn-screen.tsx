import { say, servicesTexts } from '@comet/texts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useDocumentTitle } from '../shell/index.ts';
import { BalanceView } from './balance-view.tsx';
import { pricesQuery, residentialDataQuery } from './bought.ts';
import { gigabytesInWords } from './service-words.ts';

/** Residential data: what is left, and where there is more. */
export default function ResidentialVpnScreen() {
  useDocumentTitle(servicesTexts.residentialVpn);
  const [balance, prices] = useSuspenseQueries({ queries: [residentialDataQuery, pricesQuery] });
  const gigabytes = gigabytesInWords(balance.data.availableBytes);
  return (
    <BalanceView
      headline={say(servicesTexts.residentialVpnHeadline, { gigabytes })}
      explanation={servicesTexts.residentialVpnExplanation}
      balance={balance.data}
      price={prices.data.residentialData}
      buy={{ to: '/dash/residential-vpn/payment', name: servicesTexts.buyData }}
    />
  );
}
