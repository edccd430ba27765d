import { api } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import { rateLimitClassOf } from '../../platform/http/authentication/caller.ts';
import type { RateLimiter } from '../../platform/http/limits/rate-limit.ts';
import { type Route, route } from '../../platform/http/requests/route.ts';
import type { AttachmentDeps } from '../support-tickets/index.ts';
import { reauthenticate } from '../users/index.ts';
import { archiveOf } from './archive.ts';
import { readExport } from './exported-tables.ts';
import { boundCalls } from '../../platform/calls-in-flight.ts';

/** Archives in memory. One has up to 25 MB; several times as much while it is read and compressed. */
const maxOpen = 10;
const maxReads = 2;

/** Limits the archives that this process has in memory: one per account, and ten in total. */
interface ArchiveLimit {
  /**
   * Returns what `read` returns; null at once where a limit is reached. Two reads run at a time, others wait. The archive counts until its
   * response has ended, which aborts `sent`.
   */
  open<T>(userId: string, sent: AbortSignal, read: () => Promise<T>): Promise<T | null>;
}

export function limitArchives(): ArchiveLimit {
  const accounts = new Set<string>();
  const reads = boundCalls(maxReads, maxOpen);
  return {
    async open(userId, sent, read) {
      if (sent.aborted || accounts.size >= maxOpen || accounts.has(userId)) return null;
      accounts.add(userId);
      const ended = new Promise<void>((resolve) => {
        sent.addEventListener('abort', () => resolve(), { once: true });
      });
      const result = reads.run(read);
      // A client that disconnects does not stop the read.
      void Promise.allSettled([result, ended]).then(() => accounts.delete(userId));
      return result;
    },
  };
}

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
