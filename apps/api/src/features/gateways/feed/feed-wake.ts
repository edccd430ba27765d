import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '@comet/foundation/log';
import { announcedGateways } from './announcement.ts';
import { feedChannel } from './change-feed.store.ts';

/** Wakes the streams of this process when any process commits changes for their gateways. */
export interface FeedWake {
  /** Returns the number of announcements for a gateway so far. Read it before looking for changes, so that none is missed. */
  announced(gatewayId: string): number;
  /** Resolves after an announcement for the gateway beyond `seen`, after `timeoutMs`, or when the signal is aborted. */
  next(gatewayId: string, seen: number, timeoutMs: number, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Instead of a gateway's id: announcements for any gateway. */
export const anyGateway = '';

const reconnectMs = 1_000;

/** Listens on a dedicated connection and reconnects when it breaks; every stream checks for changes after a gap. */
export function listenForChanges(options: { readonly databaseUrl: string; readonly log: Log }): FeedWake {
  const closing = new AbortController();
  const waiting = new Map<string, Set<() => void>>();
  /** Announcements for all gateways, and for single ones: one number for each gateway of the fleet at most. */
  let toAll = 0;
  const toOne = new Map<string, number>();
  const wake = (gatewayId: string) => {
    for (const resume of waiting.get(gatewayId) ?? []) resume();
  };
  const announceToAll = () => {
    toAll += 1;
    for (const gatewayId of waiting.keys()) wake(gatewayId);
  };
  const announce = (payload: string | undefined) => {
    const gateways = announcedGateways(payload ?? '');
    if (gateways === null) return announceToAll();
    for (const gatewayId of [...gateways, anyGateway]) {
      toOne.set(gatewayId, (toOne.get(gatewayId) ?? 0) + 1);
      wake(gatewayId);
    }
  };
  const announced = (gatewayId: string) => toAll + (toOne.get(gatewayId) ?? 0);
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
      client.on('notification', ({ payload }) => announce(payload));
      try {
        await client.connect();
        await client.query(`listen ${feedChannel}`);
        announceToAll();
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
    announced,
    next(gatewayId, seen, timeoutMs, signal) {
      if (announced(gatewayId) > seen || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const resumes = waiting.get(gatewayId) ?? new Set();
        const resume = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', resume);
          resumes.delete(resume);
          if (resumes.size === 0 && waiting.get(gatewayId) === resumes) waiting.delete(gatewayId);
          resolve();
        };
        const timer = setTimeout(resume, timeoutMs);
        signal.addEventListener('abort', resume, { once: true });
        waiting.set(gatewayId, resumes.add(resume));
      });
    },
    async close() {
      closing.abort();
      await listening;
    },
  };
}
