import { type Money } from '@comet/foundation';
import { balanceTexts as texts, formatMoney, say } from '@comet/texts';
import { LinkAction, linkActionClasses, Row, Rows } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { gigabytesInWords, usedGigabytesInWords } from '../services/index.ts';
import type { Automatic, Balance } from './balance.ts';

interface BalanceRowsProps {
  readonly balance: Balance;
  readonly automatic: Automatic | null;
  readonly onChangeAutomatic: () => void;
  /** Of a gigabyte; null while none is sold. */
  readonly price: Money | null;
  /** Absent where it is offered above. */
  readonly buy: { readonly to: string; readonly name: string } | null;
  /** More rows. */
  readonly children?: ReactNode;
}

/** What is left of something that is bought by the gigabyte, what more costs, and what happens by itself. */
export function BalanceRows(props: BalanceRowsProps) {
  const { balance, automatic, onChangeAutomatic, price, buy, children } = props;
  return (
    <Rows>
      <Row term={texts.used}>
        {say(texts.usedOf, {
          used: usedGigabytesInWords(balance),
          bought: gigabytesInWords(balance.boughtBytes),
        })}
      </Row>
      <Row
        term={texts.price}
        action={
          price !== null &&
          buy !== null && (
            <Link to={buy.to} className={linkActionClasses}>
              {buy.name}
            </Link>
          )
        }
      >
        {price === null ? texts.notOnSale : say(texts.pricePerGigabyte, { price: formatMoney(price) })}
      </Row>
      <Row
        term={texts.automatic}
        action={
          <LinkAction aria-label={texts.changeAutomatic} onClick={onChangeAutomatic}>
            {texts.change}
          </LinkAction>
        }
      >
        {automatic === null
          ? texts.automaticOff
          : say(texts.automaticOn, { gigabytes: automatic.gigabytes, below: automatic.belowGigabytes })}
      </Row>
      {children}
    </Rows>
  );
}
