import type { ReplyOf } from '@comet/contract';
import { useEffect, useState } from 'react';
import { api, call } from '../../platform/data/api.ts';
import { useOnline } from '../../platform/data/use-online.ts';

export type SocialProvider = ReplyOf<typeof api.listSocialNetworks>['providers'][number];

/** In the order in which they are shown. */
export const everyProvider: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

let asked: Promise<readonly SocialProvider[]> | null = null;

/** Enabled providers. They change with a release only: read once, and again after a failure. */
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

/** The same as a hook: undefined while loading, empty after a failure. */
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
