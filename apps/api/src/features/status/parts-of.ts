import type { api, ReplyOf } from '@comet/contract';

type Part = ReplyOf<typeof api.showStatus>['parts'][number];

/** How each part is, from the gateways in service and the exits that are live. Accounts work where this can be asked at all. */
export function partsOf(
  gateways: readonly { readonly online: boolean }[],
  exits: readonly { readonly country: string }[],
): readonly Part[] {
  const online = gateways.filter((gateway) => gateway.online).length;
  const countries = new Set(exits.map(({ country }) => country)).size;
  return [
    { name: 'accounts', state: 'working', working: 1, all: 1, countries: 0 },
    {
      name: 'gateways',
      state: online === 0 ? 'down' : online < gateways.length ? 'degraded' : 'working',
      working: online,
      all: gateways.length,
      countries: 0,
    },
    {
      name: 'residential',
      // Without exits nobody is unprotected: what leaves by a datacentre goes on.
      state: exits.length === 0 ? 'degraded' : 'working',
      working: exits.length,
      all: exits.length,
      countries,
    },
  ];
}
