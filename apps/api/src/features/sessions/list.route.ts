import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/route.ts';
import { sessionLifetimeMs } from '../users/index.ts';
import { sessionsOf } from './sessions.store.ts';

export const listSessionsRoute = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  route(api.listSessions, async ({ caller }) => {
    const usedSince = new Date(clock.now().getTime() - sessionLifetimeMs);
    const rows = await sessionsOf(db, { userId: caller.id, firstId: caller.tokenId, usedSince });
    const sessions = rows.map(({ id, client, platform, deviceName, method, ...row }) => ({
      ...{ id, client, platform, deviceName, method },
      awaitsSecondFactor: row.isLimited,
      signedInAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      current: id === caller.tokenId,
    }));
    return ok({ sessions });
  });
