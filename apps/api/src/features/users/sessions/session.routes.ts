import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/requests/route.ts';
import { revokeAccessToken } from './end-sessions.store.ts';

export const currentUserRoute = () =>
  route(api.currentUser, async ({ caller }) =>
    ok({
      id: caller.id,
      email: caller.email,
      emailVerified: caller.emailVerified,
      hasPassword: caller.hasPassword,
      createdAt: caller.createdAt.toISOString(),
    }),
  );

export const logOutRoute = (deps: { readonly db: Database }) =>
  route(api.logOut, async ({ caller }) => {
    await revokeAccessToken(deps.db, caller.tokenId);
    return ok(undefined);
  });
