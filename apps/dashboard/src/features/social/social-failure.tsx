import { errorText, providerNames, formatText, socialTexts as texts } from '@comet/texts';
import { buttonClasses, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { isSignedIn } from '../../platform/storage/session.ts';
import { LinkFailure } from '../link-failure/index.ts';
import type { SocialProvider } from './providers.ts';

interface SocialFailureProps {
  readonly error: unknown;
  readonly provider: SocialProvider | null;
}

/**
 * The error of a social sign-in, with next steps. For a signed-in user it was an attempt to connect a
 * provider in the settings.
 */
export function SocialFailure({ error, provider }: SocialFailureProps) {
  const { text } = errorText(error);
  const name = provider === null ? null : providerNames[provider];
  if (isSignedIn()) {
    return (
      <LinkFailure
        headline={name === null ? texts.notSignedIn : formatText(texts.notConnected, { provider: name })}
        explanation={text}
      >
        <Link to="/dash/settings/" className={buttonClasses('primary')}>
          {texts.toSettings}
        </Link>
      </LinkFailure>
    );
  }
  return (
    <LinkFailure headline={texts.notSignedIn} explanation={text}>
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        {provider !== null && name !== null && (
          <Link to="/login/social" search={{ provider }} preload={false} className={buttonClasses('primary')}>
            {formatText(texts.startAgain, { provider: name })}
          </Link>
        )}
        <Link to="/login/" className={linkActionClasses}>
          {texts.otherWays}
        </Link>
      </div>
    </LinkFailure>
  );
}
