import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { writeReply } from '@comet/tunnel-protocol/reply-line';
import { maxLocationLength, readEnvelope } from '@comet/tunnel-protocol/request-envelope';
import type { EarlyDevice } from './start-early-device.ts';
import { type LinuxParts, openLinuxParts } from './data-plane-parts.linux.ts';
import { linuxCallers } from './platform/callers/callers.unix.ts';
import { writeRecordedGoal, takeSavedSessions } from './platform/saved-session/saved-session-file.ts';
import { type SavedSession, savedSessionFor } from './platform/saved-session/saved-session.ts';
import { type ClientLimiter, openClientLimiter } from './rpc/client-limiter.ts';
import { restoreSession } from './tunnel/attempts/connect-granted.ts';
import { version } from './version.ts';

/** A `connect` request with at most a location. */
interface EarlyConnect {
  /** The request's id. */
  readonly id: number;
  /** As typed; null for none. */
  readonly location: string | null;
}

/** Returns a `connect` with at most a location, null for any other request: the control channel handles those. */
export function earlyConnect(line: string): EarlyConnect | null {
  const request = readEnvelope(line);
  if (request?.command !== 'connect' || Object.keys(request.params).join() !== 'location') return null;
  const { location } = request.params;
  if (location === null) return { id: request.id, location };
  const isText = typeof location === 'string' && location !== '' && location.length <= maxLocationLength;
  return isText ? { id: request.id, location } : null;
}

/** The outcome of a session restore. */
export interface RestoredSession {
  readonly start: SavedSession;
  /** Whether the tunnel is up and the client has its reply; otherwise the client still waits. */
  readonly isUp: boolean;
}

/** The listening socket and possibly a restored tunnel, before the daemon is loaded (decision 49). */
export interface EarlyRestore {
  readonly parts: LinuxParts;
  readonly clientLimiter: ClientLimiter;
  /** Null where no client requested one. */
  readonly restored: RestoredSession | null;
  /** Removes the tunnel's rules, routes and resolvers when the daemon cannot start. */
  abandon(): Promise<void>;
}

/** Time in ms for a client that was started together with the daemon to connect. */
const clientWait = 10;

/** Resolves after `clientWait`, when every client of that time has been read: a busy machine may delay the event loop for all of it. */
async function waitForClients(): Promise<void> {
  await sleep(clientWait);
  // One turn of the event loop accepts a client, the next one reads its first line.
  await setImmediate();
  await setImmediate();
}

/**
 * Listens where the previous process saved sessions, and restores the one that a `connect` within `clientWait` requests. Null where no session
 * is saved or the state has changed since.
 */
export async function restoreEarly(early: EarlyDevice, log: Log): Promise<EarlyRestore | null> {
  const { choice, isFree } = early;
  const { stateDir, socket, link } = choice;
  const found = takeSavedSessions(stateDir, { version, link }, Date.now());
  if (found === null || !isFree || existsSync(socket)) return null;
  const { starts, privateKey } = found;
  const parts = openLinuxParts(choice, early, log);
  void parts.wireguard.ready(privateKey).catch(() => undefined);
  const outcome = Promise.withResolvers<RestoredSession | null>();
  const wait = { isOver: false };

  function takeConnect(line: string, client: Socket): boolean {
    const request = wait.isOver ? null : earlyConnect(line);
    const start = request && savedSessionFor(starts, request.location);
    if (request === null || start === null) return false;
    wait.isOver = true;
    outcome.resolve(restore(start, request.id, client, line));
    return true;
  }

  async function restore(
    start: SavedSession,
    id: number,
    client: Socket,
    line: string,
  ): Promise<RestoredSession> {
    try {
      if (!(await restoreSession(parts, start, privateKey))) throw new Error('the gateway does not answer');
      await writeRecordedGoal(stateDir, start.location);
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The saved session could not be restored');
      if (!client.destroyed) client.unshift(`${line}\n`);
      return { start, isUp: false };
    }
    const { reply } = start;
    const result = { ...reply, tunnel: { ...reply.tunnel, since: new Date().toISOString() } };
    client.write(writeReply({ kind: 'result', id, result }));
    return { start, isUp: true };
  }

  const logFailure = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) =>
      log.warn({ reason: reasonOf(error) }, 'The saved session could not be restored'),
    );

  const clientLimiter = await openClientLimiter(socket, linuxCallers, takeConnect);
  await Promise.race([outcome.promise, waitForClients()]);
  if (!wait.isOver) outcome.resolve(null);
  wait.isOver = true;
  const restored = await outcome.promise;
  return {
    parts,
    clientLimiter,
    restored,
    async abandon() {
      clientLimiter.server.close();
      if (restored === null) return;
      // The rules last. A failure does not stop the remaining steps.
      await logFailure(parts.dns.restore());
      await logFailure(parts.routing.lower());
      await logFailure(parts.firewall.apply(null));
    },
  };
}
