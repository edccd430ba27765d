import type { ReplyOf } from '@comet/contract';
import { useEffect, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { useOnline } from '../../platform/data/use-online.ts';

export type SocialProvider = ReplyOf<typeof api.listSocialNetworks>['providers'][number];

/** In display order. */
export const everyProvider: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

let pending: Promise<readonly SocialProvider[]> | null = null;

/** The enabled providers. They change only with a release, so they are read once, and again after a failure. */
export function offeredProviders(): Promise<readonly SocialProvider[]> {
  pending ??= call(api.listSocialNetworks, {}).then(
    ({ providers }) => providers,
    (error: unknown) => {
      pending = null;
      throw error;
    },
  );
  return pending;
}

/** The same as a hook: undefined while loading, empty after a failure. */
export function useOfferedProviders(): readonly SocialProvider[] | undefined {
  const [offered, setOffered] = useState<readonly SocialProvider[]>();
  const isOnline = useOnline();
  useEffect(() => {
    void offeredProviders().then(setOffered, () => setOffered([]));
  }, [isOnline]);
  return offered;
}

/** The provider named in a URL, or null. */
export function parseProvider(text: string | undefined): SocialProvider | null {
  return everyProvider.find((provider) => provider === text) ?? null;
}
