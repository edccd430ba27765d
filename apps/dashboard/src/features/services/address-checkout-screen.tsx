import { maxCountedStock } from '@comet/contract';
import {
  checkoutTexts,
  countryInSentence,
  countryName,
  formatMoney,
  plural,
  formatText,
  servicesTexts as texts,
} from '@comet/texts';
import { RadioRows, Subhead } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { OrderCheckout } from '../checkout/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { SoldOutCountries } from '../stock/index.ts';
import { formatMonths } from '../subscription/index.ts';
import { type Prices, pricesQuery } from './services-queries.ts';
import { lowestMonthlyPrice } from './lowest-price.ts';
import { NoOrder, NotOnSale } from './not-on-sale.tsx';
import { PeriodRows } from './period-rows.tsx';

type Stock = Prices['stock'][number];
type Type = Stock['type'];
type Period = Prices['dedicatedIps'][number];

/** The checkout of a dedicated address: type, country in stock, period, price and payment. */
export default function AddressCheckoutScreen() {
  useDocumentTitle(texts.dedicated);
  const { data: prices } = useSuspenseQuery(pricesQuery);
  const { searchStr } = useLocation();
  const [chosen, choose] = useState(() => choiceIn(searchStr));
  const types = (['dedicated', 'dedicated_residential'] as const).filter((each) =>
    prices.stock.some(({ type }) => type === each),
  );
  const type = types.find((each) => each === chosen.type) ?? types[0];
  if (prices.dedicatedIps.length === 0) return <NotOnSale product="dedicated" />;
  if (type === undefined) return <SoldOut prices={prices} />;
  const countries = prices.stock.filter((each) => each.type === type);
  const { country } = countries.find((each) => each.country === chosen.country) ?? countries[0] ?? {};
  const periods = prices.dedicatedIps.filter((price) => price.type === type);
  const period = periods.find(({ months }) => months === chosen.months) ?? periods[0];
  const price = lowestMonthlyPrice(prices.dedicatedIps, type);
  return (
    <OrderCheckout
      headline={texts.chooseAddress}
      explanation={texts.dedicatedExplanation}
      step={checkoutTexts.stepOrder}
      orderRequest={
        country === undefined || period === undefined
          ? null
          : { kind: 'dedicated_ip', type, country, months: period.months }
      }
      needsPlan={needsPlan({ type, country, period })}
    >
      {types.length > 1 && (
        <RadioRows
          legend={texts.type}
          name="type"
          rows={types.map((each) => ({
            value: each,
            title: texts.types[each],
            detail: texts.typeDetails[each],
          }))}
          value={type}
          onChange={(next) => choose({ ...chosen, type: next })}
        />
      )}
      <section className="flex flex-col gap-1 pt-4">
        <Subhead>{texts.country}</Subhead>
        <RadioRows
          legend={texts.country}
          name="country"
          rows={countries.map(({ country: code, available }) => ({
            value: code,
            title: countryName(code),
            detail: [
              ...(types.length > 1 ? [] : [texts.types[type]]),
              formatText(
                available < maxCountedStock ? plural(available, texts.available) : texts.manyAvailable,
                {
                  count: available,
                },
              ),
            ].join(', '),
            ...(price === null
              ? {}
              : { figureDetail: formatText(texts.from, { price: formatMoney(price) }) }),
          }))}
          value={country ?? null}
          onChange={(next) => choose({ ...chosen, country: next })}
        />
        <div className="pt-2">
          <SoldOutCountries kinds={prices.soldOut.filter((each) => each.type === type)} />
        </div>
      </section>
      <PeriodRows
        prices={periods}
        months={period?.months ?? null}
        onChange={(months) => choose({ ...chosen, months })}
      />
    </OrderCheckout>
  );
}

interface Choice {
  readonly type?: string | undefined;
  readonly country?: string | undefined;
  readonly months?: number | undefined;
}

/** Reads the choice from the URL of a saved order or of an email about stock. */
function choiceIn(search: string): Choice {
  const named = new URLSearchParams(search);
  const months = Number(named.get('months') ?? Number.NaN);
  return {
    type: named.get('type') ?? undefined,
    country: named.get('country') ?? undefined,
    months: Number.isInteger(months) ? months : undefined,
  };
}

interface Chosen {
  readonly type: Type;
  readonly country: string | undefined;
  readonly period: Period | undefined;
}

function needsPlan({ type, country, period }: Chosen) {
  const query = new URLSearchParams({ type });
  if (country !== undefined) query.set('country', country);
  if (period !== undefined) query.set('months', String(period.months));
  return {
    product: 'dedicated' as const,
    order: `/dash/dedicated/payment?${query}`,
    line:
      country === undefined || period === undefined
        ? null
        : {
            what: formatText(checkoutTexts.lineAddresses[type], {
              country: countryInSentence(country),
              months: formatMonths(period.months),
            }),
            amount: period.price,
          },
  };
}

function SoldOut({ prices }: { readonly prices: Prices }) {
  return (
    <NoOrder
      product="dedicated"
      headline={texts.soldOutHeadline}
      explanation={prices.soldOut.length > 0 ? texts.soldOutAsk : texts.soldOutExplanation}
    >
      <SoldOutCountries kinds={prices.soldOut} open />
    </NoOrder>
  );
}
