import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { subscriptionView } from './subscription-view.ts';

export const showSubscriptionRoute = (deps: { readonly db: Database; readonly clock: Clock }) =>
  route(api.showSubscription, async ({ caller }) =>
    ok({ subscription: await subscriptionView(deps.db, caller.id, deps.clock.now()) }),
  );
