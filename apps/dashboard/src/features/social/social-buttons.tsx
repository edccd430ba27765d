import { providerNames, say, socialButtonsTexts as texts } from '@comet/texts';
import { buttonClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { ProviderMark } from './provider-mark.tsx';
import { useOfferedProviders } from './providers.ts';

interface SocialButtonsProps {
  /** Where to go once signed in. */
  readonly redirect: string | undefined;
}

/**
 * The ways to sign in with somebody else, for a form that has its own. Nothing where none is offered. Their place is kept while they are
 * asked for, so that nothing below moves when they come.
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
      {providers === undefined ? <KeptPlaces /> : <ProviderLinks providers={providers} redirect={redirect} />}
    </div>
  );
}

const SIDE_BY_SIDE = 'm-0 grid list-none grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2 p-0';

/** As high as the links, and as many as Comet knows. */
function KeptPlaces() {
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

/** One link a provider, side by side. */
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
            aria-label={say(texts.continueWith, { provider: providerNames[provider] })}
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
