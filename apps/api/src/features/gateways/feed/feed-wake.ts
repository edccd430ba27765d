import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '@comet/foundation/log';
import { readAnnouncement } from './announcement.ts';
import { feedChannel } from './change-feed.store.ts';

/** Wakes the streams of this process when any process commits changes for their gateways. */
export interface FeedWake {
  /** Returns the number of announcements for a gateway so far. Read it before looking for changes, so that none is missed. */
  announced(gatewayId: string): number;
  /** Returns the number of announcements of changed settings of a gateway so far, which are among those of `announced`. */
  settings(gatewayId: string): number;
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
  const all = announcements();
  const ofSettings = announcements();
  const wake = (gatewayId: string) => {
    for (const resume of waiting.get(gatewayId) ?? []) resume();
  };
  const announceToAll = () => {
    all.add(null);
    for (const gatewayId of waiting.keys()) wake(gatewayId);
  };
  const announce = (payload: string | undefined) => {
    const { isSettings, gateways } = readAnnouncement(payload ?? '');
    if (isSettings) ofSettings.add(gateways);
    if (gateways === null) return announceToAll();
    const announced = [...gateways, anyGateway];
    all.add(announced);
    for (const gatewayId of announced) wake(gatewayId);
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
    announced: all.count,
    settings: ofSettings.count,
    next(gatewayId, seen, timeoutMs, signal) {
      if (all.count(gatewayId) > seen || signal.aborted) return Promise.resolve();
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

/** Counts announcements for all gateways (null), and for single ones: one number for each gateway of the fleet at most. */
function announcements() {
  let toAll = 0;
  const toOne = new Map<string, number>();
  return {
    add(gateways: readonly string[] | null): void {
      if (gateways === null) toAll += 1;
      else for (const id of gateways) toOne.set(id, (toOne.get(id) ?? 0) + 1);
    },
    count: (gatewayId: string): number => toAll + (toOne.get(gatewayId) ?? 0),
  };
}
