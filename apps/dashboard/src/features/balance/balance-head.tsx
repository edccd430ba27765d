import type { Money } from '@comet/foundation';
import { Headline } from '@comet/ui';
import type { ReactNode } from 'react';
import { type Automatic, type Balance, levelOf } from './balance.ts';
import { BalanceMeter } from './balance-meter.tsx';
import { BalanceRows } from './balance-rows.tsx';
import { LowBanner } from './low-banner.tsx';
import { StoppedBanner } from './stopped-banner.tsx';

interface BalanceHeadProps {
  readonly headline: string;
  readonly explanation: string;
  readonly balance: Balance;
  readonly automatic: Automatic | null;
  readonly onChangeAutomatic: () => void;
  /** Of a gigabyte; null while none is sold. */
  readonly price: Money | null;
  readonly buy: { readonly to: string; readonly name: string };
  /** What follows from having nothing left. */
  readonly whenEmpty: string;
  /** More rows. */
  readonly children?: ReactNode;
}

/** The upper part of a screen about something that is bought by the gigabyte. */
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
        // The way out of having little left is above.
        buy={isLow ? null : buy}
      >
        {children}
      </BalanceRows>
    </div>
  );
}
