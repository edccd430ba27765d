import type { Money } from '@comet/foundation';
import { checkoutTexts, formatMoney, say, servicesTexts, validationTexts } from '@comet/texts';
import { NumberField, Slider } from '@comet/ui';
import { useEffect, useState } from 'react';
import { OrderCheckout, type Wish } from '../checkout/index.ts';

/** From `from` up to, and without, `to`. */
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
  readonly price: Money | null;
}

/** So long a pause in typing means that the number is there. */
const pauseMs = 350;

/** Choose how many gigabytes, see what they cost, pay. */
export function GigabytesCheckout({ kind, headline, price }: GigabytesCheckoutProps) {
  const [typed, setTyped] = useState('10');
  const [refusedAt, setRefusedAt] = useState<string | null>(null);
  const settled = useSettled(typed);
  // What was refused is not ordered in part.
  const wish = typed === refusedAt ? null : wishOf(kind, settled);
  return (
    <OrderCheckout
      headline={headline}
      explanation={
        price === null
          ? servicesTexts.notOnSale
          : say(servicesTexts.pricePerGigabyte, { price: formatMoney(price) })
      }
      step={checkoutTexts.stepOrder}
      wish={price === null ? null : wish}
      isChanging={typed !== settled}
    >
      <div className="flex max-w-130 flex-col gap-4">
        <Slider
          label={servicesTexts.slide}
          stops={gigabyteStops}
          value={Number(typed)}
          onChange={(gigabytes) => setTyped(String(gigabytes))}
          formatValue={(gigabytes) => say(servicesTexts.gigabytesOf, { gigabytes })}
        />
        <NumberField
          label={servicesTexts.gigabytes}
          wholeOnly={validationTexts.wholeGigabytes}
          name="gigabytes"
          hint={servicesTexts.gigabytesHint}
          error={wish === null ? servicesTexts.gigabytesWrong : undefined}
          maxLength={4}
          onRefusal={setRefusedAt}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
    </OrderCheckout>
  );
}

function wishOf(kind: GigabytesCheckoutProps['kind'], typed: string): Wish | null {
  const gigabytes = Number(typed);
  return gigabytes >= 1 && gigabytes <= 1000 ? { kind, gigabytes } : null;
}

/** A value once it has stayed the same for a moment, so that an order is not drafted for each digit. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
