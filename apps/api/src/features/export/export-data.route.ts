import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { rateLimitClassOf } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import type { AttachmentDeps } from '../support-tickets/index.ts';
import { reauthenticate } from '../users/index.ts';
import { archiveOf } from './archive.ts';
import { limitArchives } from './archive-limit.ts';
import { readExport } from './exported-tables.ts';

/** Calls per device of an account, from all addresses, with or without the right password. */
const perDevice = { calls: 20, seconds: 3600 };

/** Archives of an account, from all devices. Only a caller who has proved the identity uses them up. */
const perAccount = { calls: 10, seconds: 24 * 3600 };

/** Seconds until another archive may have been sent. */
const busyRetrySeconds = 30;

export type ExportDeps = Parameters<typeof reauthenticate>[0] &
  AttachmentDeps & { readonly limiter: RateLimiter };

export function exportDataRoute(deps: ExportDeps): Route {
  const archives = limitArchives();
  return route(api.exportData, async ({ caller, deviceId, client, body, signal }) => {
    const retryAfter = await deps.limiter.take(`export ${rateLimitClassOf(caller, deviceId)}`, perDevice);
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    const exported = await archives.open(caller.id, signal, async () => {
      const wait = await deps.limiter.take(`archives ${caller.id}`, perAccount);
      if (wait !== null) return err({ code: 'too_many_requests' as const, retryAfter: wait });
      const read = await readExport(deps, caller.id);
      return ok(await archiveOf(read, { email: caller.email, at: deps.clock.now() }));
    });
    return exported ?? err({ code: 'too_many_requests', retryAfter: busyRetrySeconds });
  });
}
