import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import { claimReferral } from './claim-referral.ts';
import { showReferral } from './show-referral.ts';

export { referralBonusDays, settleReferral } from './settle-referral.ts';

interface ReferralDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly dashboardUrl: string;
}

const showReferralRoute = (deps: ReferralDeps) =>
  route(api.showReferral, async ({ caller }) => ok({ referral: await showReferral(deps, caller.id) }));

const claimReferralRoute = (deps: ReferralDeps) =>
  route(api.claimReferral, ({ caller, body }) => claimReferral(deps, { userId: caller.id, code: body.code }));

/** Returns the routes that show the caller's referral link and rewards, and claim another user's referral code. */
export function referralsRoutes(deps: ReferralDeps): Route[] {
  return [showReferralRoute(deps), claimReferralRoute(deps)];
}
