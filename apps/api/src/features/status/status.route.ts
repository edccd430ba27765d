import { api, type ReplyOf } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { liveExits } from '../exits/index.ts';
import { gatewaysInService } from '../gateways/index.ts';

type Part = ReplyOf<typeof api.showStatus>['parts'][number];

/** Derives the state of each part from the gateways in service and the live exits. Accounts work whenever this code can run. */
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
      // Without exits protection continues: datacentre traffic is unaffected.
      state: exits.length === 0 ? 'degraded' : 'working',
      working: exits.length,
      all: exits.length,
      countries,
    },
  ];
}

/** Queries the database on every request: a response shows that the database, which accounts need, is reachable. */
export const showStatusRoute = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  route(api.showStatus, async () => {
    const now = clock.now();
    const [gateways, exits] = await Promise.all([gatewaysInService(db, now), liveExits(db, now)]);
    return ok({ checkedAt: now.toISOString(), parts: [...partsOf(gateways, exits)] });
  });
