import { checkoutTexts, countryInSentence, formatDay, formatText, servicesTexts } from '@comet/texts';
import { useSuspenseQueries } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { OrderCheckout } from '../checkout/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { formatMonths } from '../subscription/index.ts';
import { pricesQuery, serviceQuery } from './services-queries.ts';
import { NotOnSale } from './not-on-sale.tsx';
import { PeriodRows } from './period-rows.tsx';
import { serviceState } from './service-text.ts';

/** The checkout of an extension of a dedicated address: period, price and payment. */
export default function ExtensionCheckoutScreen() {
  useDocumentTitle(servicesTexts.dedicated);
  const { id } = useParams({ from: '/data/services/dash/dedicated/extend/$id' });
  const [service, prices] = useSuspenseQueries({ queries: [serviceQuery(id), pricesQuery] });
  const [chosen, choose] = useState<number | null>(null);
  const { type, country, address, activeUntil } = service.data;
  const periods = prices.data.dedicatedIps.filter((price) => price.type === type);
  const period = periods.find(({ months }) => months === chosen) ?? periods[0];
  if (period === undefined) return <NotOnSale product="dedicated" />;
  return (
    <OrderCheckout
      headline={servicesTexts.chooseExtension}
      explanation={
        address === null || activeUntil === null
          ? serviceState(service.data)
          : formatText(servicesTexts.extending, {
              address,
              country: countryInSentence(country),
              date: formatDay(activeUntil),
            })
      }
      step={checkoutTexts.stepOrder}
      orderRequest={{ kind: 'dedicated_ip_extension', serviceId: id, months: period.months }}
      needsPlan={{
        product: 'dedicated',
        order: `/dash/dedicated/extend/${id}`,
        line: {
          what: formatText(checkoutTexts.lineExtension, { months: formatMonths(period.months) }),
          amount: period.price,
        },
      }}
    >
      <PeriodRows prices={periods} months={period.months} onChange={choose} />
    </OrderCheckout>
  );
}
