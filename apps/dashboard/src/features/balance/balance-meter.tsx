import { balanceTexts as texts, say } from '@comet/texts';
import { Trail } from '@comet/ui';
import { gigabytesInWords } from '../services/index.ts';
import { type Balance, shareOf } from './balance.ts';

/** How far what was bought last still reaches. Nothing while none was ever bought. */
export function BalanceMeter({ balance }: { readonly balance: Balance }) {
  const share = shareOf(balance);
  if (share === null) return null;
  return (
    <div className="flex flex-col gap-2">
      <Trail label={texts.progress} progress={share} />
      <p className="m-0 font-mono text-small text-quiet">
        {say(texts.leftOf, {
          left: gigabytesInWords(balance.availableBytes),
          full: gigabytesInWords(balance.fullBytes),
        })}
      </p>
    </div>
  );
}
