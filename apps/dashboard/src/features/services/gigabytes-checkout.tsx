import type { Money } from '@comet/foundation';
import {
  checkoutTexts,
  coverageTexts,
  formatMoney,
  plural,
  formatText,
  servicesTexts,
  validationTexts,
} from '@comet/texts';
import { linkActionClasses, NumberField, Slider } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { OrderCheckout, type OrderRequest } from '../checkout/index.ts';
import { coverageQuery, forTunnels } from '../coverage/index.ts';
import { DataNeedsApp } from '../get-comet/index.ts';

/** Returns the values from `from` up to, but not including, `to`. */
function steps(from: number, to: number, step: number): readonly number[] {
  return Array.from({ length: (to - from) / step }, (_, index) => from + index * step);
}

/** Steps of the slider: 1 to 1,000 GB, growing with the amount. */
export const gigabyteStops: readonly number[] = [
  ...steps(1, 10, 1),
  ...steps(10, 50, 5),
  ...steps(50, 100, 10),
  ...steps(100, 200, 25),
  ...steps(200, 500, 50),
  ...steps(500, 1000, 100),
  1000,
];

interface GigabytesCheckoutProps {
  readonly kind: 'residential_data' | 'proxy_traffic';
  readonly headline: string;
  readonly price: Money;
}

/** Milliseconds without a key press after which a typed number counts as complete. */
const pauseMs = 350;

/** The checkout of a number of gigabytes: amount, price and payment. */
export function GigabytesCheckout({ kind, headline, price }: GigabytesCheckoutProps) {
  const { searchStr } = useLocation();
  const [typed, setTyped] = useState(() => gigabytesIn(searchStr));
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  const settled = useDebounced(typed);
  // A rejected input is not ordered partially.
  const orderRequest = typed === refusedAt ? null : orderRequestOf(kind, settled);
  return (
    <OrderCheckout
      headline={headline}
      explanation={formatText(servicesTexts.pricePerGigabyte, { price: formatMoney(price) })}
      step={checkoutTexts.stepOrder}
      orderRequest={orderRequest}
      isChanging={typed !== settled}
      needsPlan={needsPlan(kind, price, orderRequest)}
    >
      {kind === 'residential_data' && <DataNeedsApp />}
      <OnlineCountries kind={kind} />
      <div className="flex max-w-130 flex-col gap-4">
        <Slider
          label={servicesTexts.slide}
          stops={gigabyteStops}
          value={Number(typed)}
          onChange={(gigabytes) => setTyped(String(gigabytes))}
          formatValue={(gigabytes) => formatText(servicesTexts.gigabytesOf, { gigabytes })}
        />
        <NumberField
          label={servicesTexts.gigabytes}
          wholeOnly={validationTexts.wholeGigabytes}
          name="gigabytes"
          hint={servicesTexts.gigabytesHint}
          error={orderRequest === null ? servicesTexts.gigabytesWrong : undefined}
          maxLength={4}
          onRefusal={setRefusedAt}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </OrderCheckout>
  );
}

/** Reads the amount from the URL of a saved order; 10 GB by default. */
function gigabytesIn(search: string): string {
  const named = new URLSearchParams(search).get('gigabytes') ?? '';
  return /^\d{1,4}$/.test(named) ? named : '10';
}

const pages = {
  residential_data: { here: '/dash/residential-vpn/payment', coverage: '/dash/residential-vpn/' },
  proxy_traffic: {
    here: '/dash/residential-proxy/payment',
    coverage: '/dash/residential-proxy/?part=coverage',
  },
} as const;

function needsPlan(kind: GigabytesCheckoutProps['kind'], price: Money, orderRequest: OrderRequest | null) {
  const gigabytes = orderRequest !== null && 'gigabytes' in orderRequest ? orderRequest.gigabytes : null;
  const line =
    kind === 'residential_data' ? checkoutTexts.lineResidentialData : checkoutTexts.lineProxyTraffic;
  return {
    product: kind,
    order: gigabytes === null ? pages[kind].here : `${pages[kind].here}?gigabytes=${gigabytes}`,
    line:
      gigabytes === null
        ? null
        : { what: formatText(line, { gigabytes }), amount: { ...price, amount: price.amount * gigabytes } },
  };
}

/**
 * The number of countries with live exits for the product. Until it is loaded, the sentence is invisible and
 * keeps its space.
 */
function OnlineCountries({ kind }: Pick<GigabytesCheckoutProps, 'kind'>) {
  const { data } = useQuery(coverageQuery);
  const isKnown = data !== undefined;
  const count = isKnown ? (kind === 'residential_data' ? forTunnels(data) : data).length : 2;
  return (
    <p className="m-0 flex flex-wrap items-baseline gap-x-4 gap-y-1 text-quiet">
      <span className={isKnown ? '' : 'invisible'}>
        {count === 0 ? coverageTexts.none : formatText(plural(count, servicesTexts.online), { count })}
      </span>
      <Link to="." href={pages[kind].coverage} className={linkActionClasses}>
        {servicesTexts.seeCoverage}
      </Link>
    </p>
  );
}

function orderRequestOf(kind: GigabytesCheckoutProps['kind'], typed: string): OrderRequest | null {
  const gigabytes = Number(typed);
  return gigabytes >= 1 && gigabytes <= 1000 ? { kind, gigabytes } : null;
}

/** Returns the value once it has been unchanged for a moment, so that not every digit drafts an order. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
