import type { Money } from '@comet/foundation';
import { Headline, Trail, Banner, linkActionClasses, LinkAction, Row, Rows } from '@comet/ui';
import type { ReactNode } from 'react';
import { type Automatic, type Balance, levelOf, shareOf } from './balance.ts';
import { StoppedBanner } from './stopped-banner.tsx';
import { balanceTexts as texts, formatText, formatMoney } from '@comet/texts';
import { formatGigabytes, formatUsedGigabytes } from '../services/index.ts';
import { Link } from '@tanstack/react-router';

interface BalanceHeadProps {
  readonly headline: string;
  readonly explanation: string;
  readonly balance: Balance;
  readonly automatic: Automatic | null;
  readonly onChangeAutomatic: () => void;
  /** Price of a gigabyte; null while it is not on sale. */
  readonly price: Money | null;
  readonly buy: { readonly to: string; readonly name: string };
  /** Consequence of an empty balance, as a sentence. */
  readonly whenEmpty: string;
  /** Additional rows. */
  readonly children?: ReactNode;
}

/** Head of the screen of a product that is sold by the gigabyte: headline, balance and settings. */
export function BalanceHead(props: BalanceHeadProps) {
  const { headline, explanation, balance, automatic, onChangeAutomatic, price, whenEmpty, children } = props;
  const buy = price === null || balance.stopped ? null : props.buy;
  const isLow = levelOf(balance) !== 'fine';
  return (
    <div className="flex flex-col gap-6">
      <Headline explanation={explanation}>{headline}</Headline>
      <BalanceMeter balance={balance} />
      {balance.stopped ? (
        <StoppedBanner />
      ) : (
        isLow && <LowBanner balance={balance} automatic={automatic} whenEmpty={whenEmpty} buy={buy} />
      )}
      <BalanceRows
        balance={balance}
        automatic={automatic}
        onChangeAutomatic={onChangeAutomatic}
        price={price}
        // The banner above contains the button.
        buy={isLow ? null : buy}
      >
        {children}
      </BalanceRows>
    </div>
  );
}

/** The remaining share of the balance after the last purchase. Nothing before the first purchase. */
function BalanceMeter({ balance }: { readonly balance: Balance }) {
  const share = shareOf(balance);
  if (share === null) return null;
  return (
    <div className="flex flex-col gap-2">
      <Trail label={texts.progress} progress={share} />
      <p className="m-0 text-small text-quiet tabular-nums">
        {formatText(texts.leftOf, { full: formatGigabytes(balance.fullBytes) })}
      </p>
    </div>
  );
}

interface LowBannerProps {
  readonly balance: Balance;
  readonly automatic: Automatic | null;
  /** Consequence of an empty balance, as a sentence. */
  readonly whenEmpty: string;
  /** Null while it is not on sale. */
  readonly buy: { readonly to: string; readonly name: string } | null;
}

/** The banner of a low or empty balance, with its remedy; nothing while the balance is sufficient. */
function LowBanner({ balance, automatic, whenEmpty, buy }: LowBannerProps) {
  const level = levelOf(balance);
  if (level === 'fine') return null;
  const way = buy !== null && (
    <Link to={buy.to} className={linkActionClasses}>
      {buy.name}
    </Link>
  );
  if (level === 'empty') {
    return (
      <Banner tone="danger" title={texts.emptyTitle} action={way}>
        {whenEmpty}
      </Banner>
    );
  }
  return (
    <Banner tone="warn" title={texts.levels[level]} action={way}>
      {automatic === null
        ? texts.low
        : formatText(texts.lowAutomatic, { gigabytes: automatic.gigabytes, below: automatic.belowGigabytes })}
    </Banner>
  );
}

interface BalanceRowsProps {
  readonly balance: Balance;
  readonly automatic: Automatic | null;
  readonly onChangeAutomatic: () => void;
  /** Price of a gigabyte; null while it is not on sale. */
  readonly price: Money | null;
  /** Null where it is offered above. */
  readonly buy: { readonly to: string; readonly name: string } | null;
  /** Additional rows. */
  readonly children?: ReactNode;
}

/** The balance of data bought by the gigabyte, the price of more, and the automatic purchase. */
function BalanceRows(props: BalanceRowsProps) {
  const { balance, automatic, onChangeAutomatic, price, buy, children } = props;
  return (
    <Rows>
      {balance.boughtBytes > 0 && (
        <Row term={texts.used}>
          {formatText(texts.usedOf, {
            used: formatUsedGigabytes(balance),
            bought: formatGigabytes(balance.boughtBytes),
          })}
        </Row>
      )}
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
        {price === null ? texts.notOnSale : formatText(texts.pricePerGigabyte, { price: formatMoney(price) })}
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
          : formatText(texts.automaticOn, {
              gigabytes: automatic.gigabytes,
              below: automatic.belowGigabytes,
            })}
      </Row>
      {children}
    </Rows>
  );
}
