import type { ReplyOf } from '@comet/contract';
import { useEffect, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { useOnline } from '../../platform/data/use-online.ts';

export type SocialProvider = ReplyOf<typeof api.listSocialNetworks>['providers'][number];

/** In the order in which they are shown. */
export const everyProvider: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

let asked: Promise<readonly SocialProvider[]> | null = null;

/** Which providers are offered here. That changes with a release: it is asked once, and again where that failed. */
export function offeredProviders(): Promise<readonly SocialProvider[]> {
  asked ??= call(api.listSocialNetworks, {}).then(
    ({ providers }) => providers,
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** The same for a component: undefined while it is awaited, none where it cannot be known. */
export function useOfferedProviders(): readonly SocialProvider[] | undefined {
  const [offered, setOffered] = useState<readonly SocialProvider[]>();
  const isOnline = useOnline();
  useEffect(() => {
    void offeredProviders().then(setOffered, () => setOffered([]));
  }, [isOnline]);
  return offered;
}

/** The provider that an address names, or null. */
export function parseProvider(text: string | undefined): SocialProvider | null {
  return everyProvider.find((provider) => provider === text) ?? null;
}
