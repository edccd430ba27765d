import { balanceTexts as texts } from '@comet/texts';
import { Banner } from '@comet/ui';

/** An operator has stopped everything metered on the account: what that means, and whom to ask. */
export function StoppedBanner() {
  return (
    <Banner tone="danger" title={texts.stoppedTitle}>
      {texts.stopped}
    </Banner>
  );
}
