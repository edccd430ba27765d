import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../../platform/api.ts';

export type SocialProvider = ReplyOf<typeof api.listSocialNetworks>['providers'][number];

/** In the order in which they are shown. */
export const everyProvider: readonly SocialProvider[] = ['google', 'apple', 'facebook'];

/** Which providers are offered here; that changes with a release. */
export const socialNetworksQuery = queryOptions({
  queryKey: ['social-networks'],
  queryFn: ({ signal }) => call(api.listSocialNetworks, { signal }),
  staleTime: 'static',
});

/** The provider that an address names, or null. */
export function parseProvider(text: string | undefined): SocialProvider | null {
  return everyProvider.find((provider) => provider === text) ?? null;
}
