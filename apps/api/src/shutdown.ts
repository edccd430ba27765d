import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@comet/foundation/log';

/** The end of a process: it drains, then closes everything. */
export interface Shutdown {
  /** Aborted when the process begins to drain; its reason is a sentence if the process drains by itself. */
  readonly draining: AbortSignal;
  /** Drains for the set time, then closes. The second call closes at once. */
  drain(reason?: string): Promise<void>;
}

/**
 * `drainMs` is the time in which load balancers see that the process is not ready; meanwhile it serves requests. Only then do feed streams
 * end, so that gateways, which reconnect within two seconds, reach another replica.
 */
export function createShutdown(options: {
  readonly log: Pick<Log, 'info'>;
  readonly drainMs: number;
  close(): Promise<void>;
}): Shutdown {
  const { log, drainMs } = options;
  const draining = new AbortController();
  const hurry = new AbortController();
  const stop = async () => {
    draining.abort();
    hurry.abort();
    log.info('stopping');
    await options.close();
  };
  return {
    draining: draining.signal,
    async drain(reason) {
      if (drainMs > 0 && !draining.signal.aborted) {
        draining.abort(reason);
        log.info({ seconds: drainMs / 1000 }, 'draining');
        await sleep(drainMs, undefined, { signal: hurry.signal }).catch(() => undefined);
        // Another call has closed everything.
        if (hurry.signal.aborted) return;
      }
      await stop();
    },
  };
}
