import { formatMoney, type Money } from '@comet/foundation';
import { say, servicesTexts } from '@comet/texts';
import { buttonClasses, Headline, Row, Rows } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { Balance } from './bought.ts';
import { gigabytesInWords } from './service-words.ts';

interface BalanceViewProps {
  readonly headline: string;
  readonly explanation: string;
  readonly balance: Balance;
  /** Of a gigabyte; null while none is sold. */
  readonly price: Money | null;
  readonly buy: { readonly to: string; readonly name: string };
}

/** What is left of something that is bought by the gigabyte, and where there is more. */
export function BalanceView({ headline, explanation, balance, price, buy }: BalanceViewProps) {
  const shown = (bytes: number) => say(servicesTexts.gigabytesOf, { gigabytes: gigabytesInWords(bytes) });
  return (
    <div className="flex flex-col gap-8">
      <Headline explanation={explanation}>{headline}</Headline>
      <Rows>
        <Row term={servicesTexts.bought}>{shown(balance.boughtBytes)}</Row>
        <Row term={servicesTexts.used}>{shown(balance.usedBytes)}</Row>
        <Row term={servicesTexts.left}>{shown(balance.availableBytes)}</Row>
        <Row term={servicesTexts.price}>
          {price === null
            ? servicesTexts.notOnSale
            : say(servicesTexts.pricePerGigabyte, { price: formatMoney(price) })}
        </Row>
      </Rows>
      {price !== null && (
        <Link to={buy.to} className={`${buttonClasses('primary')} self-start`}>
          {buy.name}
        </Link>
      )}
    </div>
  );
}
