import { providerNames, formatText, socialTexts as texts } from '@comet/texts';
import { Headline, linkActionClasses } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { UnfoldingLayout, useDocumentTitle, Waiting } from '../shell/index.ts';
import { SocialFailure } from './social-failure.tsx';
import { parseProvider, type SocialProvider, useOfferedProviders } from './providers.ts';
import { ProviderLinks } from './social-buttons.tsx';

/**
 * Redirects to a provider. The desktop app opens it with `opener=app`; without a provider it shows the
 * choice.
 */
export default function StartScreen() {
  useDocumentTitle(texts.screen);
  const { provider: named, redirect, opener } = useSearch({ from: '/data/login/social' });
  const provider = parseProvider(named);
  return (
    <UnfoldingLayout>
      {provider === null ? (
        <Choose redirect={redirect} />
      ) : (
        <ProviderRedirect
          provider={provider}
          redirect={redirect}
          opener={opener === 'app' ? 'app' : 'dashboard'}
        />
      )}
    </UnfoldingLayout>
  );
}

interface ProviderRedirectProps {
  readonly provider: SocialProvider;
  readonly redirect: string | undefined;
  readonly opener: 'dashboard' | 'app';
}

function ProviderRedirect({ provider, redirect, opener }: ProviderRedirectProps) {
  const start = useQuery({
    queryKey: ['social-start', provider, redirect, opener],
    queryFn: () => {
      const back = redirect === undefined ? {} : { redirect };
      return call(api.startSocialSignIn, { body: { provider, opener, ...back } });
    },
    retry: false,
    // One sign-in is started per visit, since an earlier one may have been used.
    staleTime: 'static',
    gcTime: 0,
  });
  const url = start.data?.url;
  useEffect(() => {
    // Replaces this screen in the history, so that the back button skips it.
    if (url !== undefined) location.replace(url);
  }, [url]);
  if (start.error !== null) return <SocialFailure error={start.error} provider={provider} />;
  return <Waiting>{formatText(texts.leaving, { provider: providerNames[provider] })}</Waiting>;
}

function Choose({ redirect }: Pick<ProviderRedirectProps, 'redirect'>) {
  const providers = useOfferedProviders() ?? [];
  return (
    <>
      <Headline explanation={texts.chooseExplanation}>{texts.choose}</Headline>
      <div className="w-full max-w-105">
        <ProviderLinks providers={providers} redirect={redirect} />
      </div>
      <Link to="/login/" search={redirect === undefined ? {} : { redirect }} className={linkActionClasses}>
        {texts.withPassword}
      </Link>
    </>
  );
}
