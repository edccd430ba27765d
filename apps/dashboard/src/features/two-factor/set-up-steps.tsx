import { twoFactorTexts as texts } from '@comet/texts';
import { Stepper } from '@comet/ui';

/** Progress of the set-up: app, recovery codes, link in the mail. */
export function SetUpSteps({ current }: { readonly current: 0 | 1 | 2 }) {
  return (
    <div className="w-full max-w-90 pb-2">
      <Stepper
        label={texts.steps}
        steps={[texts.stepApp, texts.stepCodes, texts.stepMail]}
        current={current}
      />
    </div>
  );
}
