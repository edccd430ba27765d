import { say, servicesTexts } from '@comet/texts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useDocumentTitle } from '../shell/index.ts';
import { BalanceView } from './balance-view.tsx';
import { pricesQuery, proxyTrafficQuery } from './bought.ts';
import { gigabytesInWords } from './service-words.ts';

/** Residential proxy traffic: what is left, and where there is more. */
export default function ResidentialProxyScreen() {
  useDocumentTitle(servicesTexts.proxy);
  const [balance, prices] = useSuspenseQueries({ queries: [proxyTrafficQuery, pricesQuery] });
  const gigabytes = gigabytesInWords(balance.data.availableBytes);
  return (
    <BalanceView
      headline={say(servicesTexts.proxyHeadline, { gigabytes })}
      explanation={servicesTexts.proxyExplanation}
      balance={balance.data}
      price={prices.data.proxyTraffic}
      buy={{ to: '/dash/residential-proxy/payment', name: servicesTexts.buyTraffic }}
    />
  );
}
