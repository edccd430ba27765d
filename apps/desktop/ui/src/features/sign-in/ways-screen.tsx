import { providerNames, say, socialButtonsTexts } from '@comet/texts';
import { signInTexts } from '@comet/texts/desktop';
import { Button, LinkAction } from '@comet/ui';
import { ScreenFrame } from '../navigation/index.ts';
import type { Doorway } from './steps.ts';

interface WaysScreenProps {
  readonly onBack: () => void;
  readonly onPassword: () => void;
  readonly onBrowser: (doorway: Doorway) => void;
}

const providers = ['google', 'apple', 'facebook'] as const;

/** The ways to sign in. Providers are asked in the system's browser: the app never sees their pages. */
export function WaysScreen({ onBack, onPassword, onBrowser }: WaysScreenProps) {
  return (
    <ScreenFrame title={signInTexts.title} onBack={onBack}>
      <div className="flex max-w-md flex-col gap-3">
        <Button wide onClick={onPassword}>
          {signInTexts.byPassword}
        </Button>
        <Button wide weight="secondary" onClick={() => onBrowser('code')}>
          {signInTexts.byCode}
        </Button>
        <p className="m-0 text-small text-quiet">{signInTexts.byCodeHint}</p>
      </div>
      <section aria-label={signInTexts.social} className="flex max-w-md flex-col gap-1">
        <h2 className="m-0 text-small font-medium text-quiet">{signInTexts.social}</h2>
        <ul className="m-0 list-none border-t border-line p-0">
          {providers.map((provider) => (
            <li key={provider} className="border-b border-line py-3">
              <LinkAction onClick={() => onBrowser(`social-${provider}`)}>
                {say(socialButtonsTexts.continueWith, { provider: providerNames[provider] })}
              </LinkAction>
            </li>
          ))}
        </ul>
      </section>
      <p className="m-0 flex flex-wrap gap-x-3">
        <span className="text-quiet">{signInTexts.newHere}</span>
        <LinkAction onClick={() => onBrowser('register')}>{signInTexts.createAccount}</LinkAction>
      </p>
    </ScreenFrame>
  );
}
