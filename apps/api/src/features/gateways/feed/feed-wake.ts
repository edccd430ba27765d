import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '@comet/foundation/log';
import { feedChannel } from './change-feed.store.ts';

/** Wakes the streams of this process when any process commits changes. */
export interface FeedWake {
  /** Returns the number of announcements so far. Read it before looking for changes, so that none is missed. */
  announced(): number;
  /** Resolves after an announcement beyond `seen`, after `timeoutMs`, or when the signal is aborted. */
  next(seen: number, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const reconnectMs = 1_000;

/** Listens on a dedicated connection and reconnects when it breaks; every stream checks for changes after a gap. */
export function listenForChanges(options: { readonly databaseUrl: string; readonly log: Log }): FeedWake {
  const wakes = new EventEmitter().setMaxListeners(0);
  const closing = new AbortController();
  let announced = 0;
  const announce = () => {
    announced += 1;
    wakes.emit('change');
  };
  const listening = (async () => {
    while (!closing.signal.aborted) {
      const client = new pg.Client({
        connectionString: options.databaseUrl,
        application_name: 'comet-api-feed',
        keepAlive: true,
      });
      const ended = new Promise<void>((resolve) => {
        client.on('error', (error) => {
          options.log.warn({ err: error }, 'feed listener lost its connection');
          resolve();
        });
        client.on('end', resolve);
        closing.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      client.on('notification', announce);
      try {
        await client.connect();
        await client.query(`listen ${feedChannel}`);
        announce();
        await ended;
      } catch (error) {
        options.log.warn({ err: error }, 'feed listener cannot connect');
      }
      await client.end().catch(() => undefined);
      if (!closing.signal.aborted)
        await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  })();
  return {
    announced: () => announced,
    async next(seen, timeoutMs, signal) {
      if (announced > seen) return;
      const stop = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      await once(wakes, 'change', { signal: stop }).catch(() => undefined);
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}
