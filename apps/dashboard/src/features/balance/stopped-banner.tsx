import { balanceTexts as texts } from '@comet/texts';
import { Banner } from '@comet/ui';

/** An operator has stopped all metered services of the account: the consequences and the contact. */
export function StoppedBanner() {
  return (
    <Banner tone="danger" title={texts.stoppedTitle}>
      {texts.stopped}
    </Banner>
  );
}
