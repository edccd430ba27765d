import { providerNames, formatText, socialButtonsTexts as texts } from '@comet/texts';
import { buttonClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { useOfferedProviders, type SocialProvider } from './providers.ts';

/** Icons of a single path, in the colour of the adjacent text. */
const strokes: Readonly<Record<SocialProvider, readonly string[]>> = {
  google: ['M13.6 4.6a6.2 6.2 0 1 0 1.6 4.6H9.2'],
  apple: [
    'M9 5.4c1-.8 2-1.1 3-1.1 2.3 0 3.7 1.9 3.7 4.4 0 3.4-2.3 6.9-4.3 6.9-.9 0-1.5-.5-2.4-.5s-1.5.5-2.4.5c-2 0-4.3-3.5-4.3-6.9 0-2.5 1.4-4.4 3.7-4.4 1 0 2 .3 3 1.1Z',
    'M9 5.2c0-1.9.9-3.2 2.4-3.7',
  ],
  facebook: ['M7.6 16.4V6.3c0-2.3 1.1-3.7 3.4-3.7h1.2', 'M5 8.8h6.4'],
};

/** A provider's icon; hidden if there is no room next to its name. */
function ProviderMark({ provider }: { readonly provider: SocialProvider }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 18 18"
      className="-ml-0.5 size-4.5 shrink-0 max-sm:hidden"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {strokes[provider].map((stroke) => (
        <path key={stroke} d={stroke} />
      ))}
    </svg>
  );
}

interface SocialButtonsProps {
  /** Path to open after the sign-in. */
  readonly redirect: string | undefined;
}

/**
 * Buttons to sign in with a provider, next to a form; none if no provider is enabled. Their space is reserved
 * while loading, so that the content below does not move.
 */
export function SocialButtons({ redirect }: SocialButtonsProps) {
  const providers = useOfferedProviders();
  if (providers?.length === 0) return null;
  return (
    <div
      role="group"
      aria-label={texts.legend}
      aria-busy={providers === undefined}
      className="flex flex-col gap-4"
    >
      <p aria-hidden="true" className="m-0 flex items-center gap-4 text-small text-quiet">
        <span className="h-px grow bg-line" />
        {texts.legend}
        <span className="h-px grow bg-line" />
      </p>
      {providers === undefined ? (
        <ProvidersSkeleton />
      ) : (
        <ProviderLinks providers={providers} redirect={redirect} />
      )}
    </div>
  );
}

const SIDE_BY_SIDE = 'm-0 grid list-none grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2 p-0';

/** As tall as the buttons, for the number of providers that Comet supports. */
function ProvidersSkeleton() {
  return (
    <div aria-hidden="true" className={SIDE_BY_SIDE}>
      {Object.keys(providerNames).map((provider) => (
        <span key={provider} className={`${buttonClasses('secondary', true)} animate-breathe`}>
          &nbsp;
        </span>
      ))}
    </div>
  );
}

/** One button for each provider, side by side. */
export function ProviderLinks({
  providers,
  redirect,
}: SocialButtonsProps & { readonly providers: readonly (keyof typeof providerNames)[] }) {
  return (
    <ul className={SIDE_BY_SIDE}>
      {providers.map((provider) => (
        <li key={provider} className="flex">
          <Link
            to="/login/social"
            search={{ provider, ...(redirect === undefined ? {} : { redirect }) }}
            preload={false}
            aria-label={formatText(texts.continueWith, { provider: providerNames[provider] })}
            className={buttonClasses('secondary', true)}
          >
            <ProviderMark provider={provider} />
            {providerNames[provider]}
          </Link>
        </li>
      ))}
    </ul>
  );
}
