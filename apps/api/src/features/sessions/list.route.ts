import { api } from '@comet/contract';
import { type Clock, ok } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import { route } from '../../platform/http/requests/route.ts';
import { maxSessionMs, pendingSignInsOf, sessionLifetimeMs } from '../users/index.ts';
import { sessionsOf } from './sessions.store.ts';

export const listSessionsRoute = ({ db, clock }: { readonly db: Database; readonly clock: Clock }) =>
  route(api.listSessions, async ({ caller }) => {
    const now = clock.now();
    const usedSince = new Date(now.getTime() - sessionLifetimeMs);
    const begunSince = new Date(now.getTime() - maxSessionMs);
    const of = { userId: caller.id, firstId: caller.tokenId, usedSince, begunSince };
    const [rows, pending] = await Promise.all([
      sessionsOf(db, of),
      pendingSignInsOf(db, { userId: caller.id, now }),
    ]);
    const sessions = rows.map(({ id, client, platform, deviceName, method, ...row }) => ({
      ...{ id, client, platform, deviceName, method },
      awaitsSecondFactor: row.isLimited,
      pendingUntil: null,
      signedInAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      current: id === caller.tokenId,
    }));
    const approved = pending.map(({ approvedAt, expiresAt, ...shown }) => ({
      ...shown,
      client: null,
      awaitsSecondFactor: false,
      pendingUntil: expiresAt.toISOString(),
      signedInAt: approvedAt.toISOString(),
      lastUsedAt: approvedAt.toISOString(),
      current: false,
    }));
    const [current, ...others] = sessions;
    return ok({ sessions: [...(current === undefined ? [] : [current]), ...approved, ...others] });
  });
