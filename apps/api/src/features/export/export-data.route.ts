import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { rateLimitClassOf } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { route } from '../../platform/http/requests/route.ts';
import type { AttachmentDeps } from '../support-tickets/index.ts';
import { reauthenticate } from '../users/index.ts';
import { archiveOf } from './archive.ts';
import { readExport } from './exported-tables.ts';

/** Calls per device of an account, from all addresses: a person needs only a few archives. */
const perDevice = { calls: 20, seconds: 3600 };

export type ExportDeps = Parameters<typeof reauthenticate>[0] &
  AttachmentDeps & { readonly limiter: RateLimiter };

export const exportDataRoute = (deps: ExportDeps) =>
  route(api.exportData, async ({ caller, deviceId, client, body }) => {
    const retryAfter = await deps.limiter.take(`export ${rateLimitClassOf(caller, deviceId)}`, perDevice);
    if (retryAfter !== null) return err({ code: 'too_many_requests', retryAfter });
    const proved = await reauthenticate(deps, { caller, deviceId, client }, body);
    if (!proved.ok) return proved;
    const read = await readExport(deps, caller.id);
    return ok(archiveOf(read, { email: caller.email, at: deps.clock.now() }));
  });
