import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { liveExits } from '../exits/index.ts';
import { gatewaysInService } from '../gateways/index.ts';
import { partsOf } from './parts-of.ts';

/** Asked of the database each time: an answer means that it can be reached, which is what accounts need. */
export const showStatusRoute = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  route(api.showStatus, async () => {
    const now = clock.now();
    const [gateways, exits] = await Promise.all([gatewaysInService(db, now), liveExits(db, now)]);
    return ok({ checkedAt: now.toISOString(), parts: [...partsOf(gateways, exits)] });
  });
