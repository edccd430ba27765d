import { formatMoney, formatText, servicesTexts } from '@comet/texts';
import { RadioRows, Subhead } from '@comet/ui';
import { formatMonths } from '../subscription/index.ts';
import type { Prices } from './services-queries.ts';

interface PeriodRowsProps {
  readonly prices: Prices['dedicatedIps'];
  readonly months: number | null;
  readonly onChange: (months: number) => void;
}

/** Choice of the period for which an address is bought, with the price per month of each. */
export function PeriodRows({ prices, months, onChange }: PeriodRowsProps) {
  return (
    <section className="flex flex-col gap-1 pt-4">
      <Subhead>{servicesTexts.period}</Subhead>
      <RadioRows
        legend={servicesTexts.period}
        name="period"
        rows={prices.map((price) => ({
          value: String(price.months),
          title: formatMonths(price.months),
          figure: formatMoney(price.monthlyPrice),
          figureDetail:
            price.months === 1
              ? servicesTexts.aMonth
              : formatText(servicesTexts.aMonthNow, { amount: formatMoney(price.price) }),
        }))}
        value={months === null ? null : String(months)}
        onChange={(value) => onChange(Number(value))}
      />
    </section>
  );
}
