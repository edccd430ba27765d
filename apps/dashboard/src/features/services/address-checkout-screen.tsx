import { checkoutTexts, countryName, servicesTexts } from '@comet/texts';
import { buttonClasses, RadioPills, RadioRows, Subhead } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { OrderCheckout } from '../checkout/index.ts';
import { useDocumentTitle } from '../shell/index.ts';
import { type Prices, pricesQuery } from './bought.ts';
import { PeriodRows } from './period-rows.tsx';

type Type = Prices['stock'][number]['type'];

/** Choose a kind of address, a country that has one, and for how long; see what it costs, pay. */
export default function AddressCheckoutScreen() {
  useDocumentTitle(servicesTexts.dedicated);
  const { data: prices } = useSuspenseQuery(pricesQuery);
  const [chosen, choose] = useState<{ type?: Type; country?: string; months?: number }>({});
  const types = (['dedicated', 'dedicated_residential'] as const).filter((each) =>
    prices.stock.some(({ type }) => type === each),
  );
  const type = types.find((each) => each === chosen.type) ?? types[0];
  if (type === undefined) return <SoldOut />;
  const countries = prices.stock.filter((each) => each.type === type).map(({ country }) => country);
  const country = countries.find((each) => each === chosen.country) ?? countries[0];
  const periods = prices.dedicatedIps.filter((price) => price.type === type);
  const period = periods.find(({ months }) => months === chosen.months) ?? periods[0];
  return (
    <OrderCheckout
      headline={servicesTexts.chooseAddress}
      explanation={servicesTexts.dedicatedExplanation}
      step={checkoutTexts.stepOrder}
      wish={
        country === undefined || period === undefined
          ? null
          : { kind: 'dedicated_ip', type, country, months: period.months }
      }
    >
      <RadioRows
        legend={servicesTexts.type}
        name="type"
        rows={types.map((each) => ({
          value: each,
          title: servicesTexts.types[each],
          detail: servicesTexts.typeDetails[each],
        }))}
        value={type}
        onChange={(next) => choose({ ...chosen, type: next })}
      />
      <section className="flex flex-col gap-3 pt-4">
        <Subhead>{servicesTexts.country}</Subhead>
        <RadioPills
          legend={servicesTexts.country}
          name="country"
          pills={countries.map((each) => ({ value: each, label: countryName(each) }))}
          value={country ?? ''}
          onChange={(next) => choose({ ...chosen, country: next })}
        />
      </section>
      <PeriodRows
        prices={periods}
        months={period?.months ?? null}
        onChange={(months) => choose({ ...chosen, months })}
      />
    </OrderCheckout>
  );
}

function SoldOut() {
  return (
    <OrderCheckout
      headline={servicesTexts.soldOut}
      explanation={servicesTexts.soldOutExplanation}
      step={checkoutTexts.stepOrder}
      wish={null}
    >
      <Link to="/dash/home/" className={`${buttonClasses('secondary')} self-start`}>
        {checkoutTexts.toHome}
      </Link>
    </OrderCheckout>
  );
}
