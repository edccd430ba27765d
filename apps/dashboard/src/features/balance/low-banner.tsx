import { balanceTexts as texts, say } from '@comet/texts';
import { Banner, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { type Automatic, type Balance, levelOf } from './balance.ts';

interface LowBannerProps {
  readonly balance: Balance;
  readonly automatic: Automatic | null;
  /** What follows from having nothing left. */
  readonly whenEmpty: string;
  /** Null while none is sold. */
  readonly buy: { readonly to: string; readonly name: string } | null;
}

/** Little is left, or nothing: what it means, and the way out. Nothing at all while there is enough. */
export function LowBanner({ balance, automatic, whenEmpty, buy }: LowBannerProps) {
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
        : say(texts.lowAutomatic, { gigabytes: automatic.gigabytes, below: automatic.belowGigabytes })}
    </Banner>
  );
}
