import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { rateLimitClassOf } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { route } from '../../platform/http/requests/route.ts';
import { reauthenticate } from '../users/index.ts';
import { type DeletionDeps, deleteAccount } from './delete-account.ts';

/** Calls of one device of an account, from whichever sources. */
const perDevice = { calls: 20, seconds: 600 };

export type DeleteRouteDeps = DeletionDeps &
  Parameters<typeof reauthenticate>[0] & { readonly limiter: RateLimiter };

export const deleteAccountRoute = (deps: DeleteRouteDeps) =>
  route(api.deleteAccount, async ({ caller, deviceId, body, client }) => {
    const retryAfter = await deps.limiter.take(
      `delete account ${rateLimitClassOf(caller, deviceId)}`,
      perDevice,
    );
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    const deleted = await deleteAccount(deps, caller, client);
    if (!deleted.ok) return deleted;
    const { recoverableUntil, removedBy } = deleted.value;
    return ok({ recoverableUntil: recoverableUntil.toISOString(), removedBy: removedBy.toISOString() });
  });
