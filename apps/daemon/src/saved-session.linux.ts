import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { jsonOf } from '@comet/foundation';
import { writeReply } from '@comet/tunnel-protocol/reply-line';
import { protocolVersion } from '@comet/tunnel-protocol/request-line';
import type { EarlyDevice } from './begin-device.ts';
import { type LinuxParts, openLinuxParts } from './data-plane-parts.linux.ts';
import { linuxCallers } from './platform/callers/callers.unix.ts';
import { writeRecordedGoal, takeSavedSessions } from './platform/saved-session/saved-session-file.ts';
import { type SavedSession, savedSessionFor } from './platform/saved-session/saved-session.ts';
import { type ClientLimiter, openClientLimiter } from './rpc/client-limiter.ts';
import { restoreSession } from './tunnel/attempts/restore-session.ts';
import { version } from './version.ts';

/** A request that asks for a connection to a place, or to none that is named, and nothing else. */
interface EarlyConnect {
  /** The request's number. */
  readonly id: number;
  /** As typed; null where none is named. */
  readonly location: string | null;
}

/** As the protocol takes it. */
const maxLocationLength = 60;

/**
 * What a first line asks for, where it is plainly a `connect` with a place or without; null for all else, which is read by who knows all
 * commands. Each part has to be what `readRequest` would take: what is refused there is not taken here.
 */
export function earlyConnect(line: string): EarlyConnect | null {
  const request = fieldsOf(jsonOf(line), ['command', 'id', 'params', 'v']);
  const params = fieldsOf(request?.['params'], ['location']);
  if (request === null || params === null) return null;
  const { v, id, command } = request;
  const { location } = params;
  if (v !== protocolVersion || command !== 'connect') return null;
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 0) return null;
  if (location === null) return { id, location };
  const isPlace = typeof location === 'string' && location !== '' && location.length <= maxLocationLength;
  return isPlace ? { id, location } : null;
}

/** The fields of an object that has exactly these. */
function fieldsOf(given: unknown, names: readonly string[]): Readonly<Record<string, unknown>> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  return Object.keys(given).toSorted().join() === names.join() ? { ...given } : null;
}

/** What became of a saved session. */
export interface RestoredSession {
  readonly start: SavedSession;
  /** Whether it is up, and who asked for it was told; else they wait still. */
  readonly isUp: boolean;
}

/** A daemon that listens, and may have a tunnel at hand, before it is loaded (decision 50). */
export interface EarlyRestore {
  readonly parts: LinuxParts;
  readonly clientLimiter: ClientLimiter;
  /** Null where nobody asked for one. */
  readonly restored: RestoredSession | null;
  /** Takes away what was put up in vain, for a daemon that cannot start. */
  abandon(): Promise<void>;
}

/** Milliseconds that a command which comes with the daemon may take to find our socket. */
const clientWait = 10;

/** Resolves when the time is over and who came within it has been received: on a busy machine we may have slept through all of it. */
async function waitForClients(): Promise<void> {
  await sleep(clientWait);
  // One turn to meet a client, one to read what it says.
  await setImmediate();
  await setImmediate();
}

/**
 * Where the process before left saved sessions: listens, and puts up the one that a command of the first moments asks for. Null where none
 * was left, or where not all is as it was then.
 */
export async function restoreEarly(
  early: EarlyDevice,
  log: (line: string) => void,
): Promise<EarlyRestore | null> {
  const { choice, isFree } = early;
  const { stateDir, socket, link } = choice;
  const found = takeSavedSessions(stateDir, { version, link }, Date.now());
  if (found === null || !isFree || existsSync(socket)) return null;
  const { starts, privateKey } = found;
  const parts = openLinuxParts(choice, early, log);
  void parts.wireguard.ready(privateKey).catch(() => undefined);
  const asked = Promise.withResolvers<RestoredSession | null>();
  const overhearing = { isOver: false };

  function overhear(line: string, client: Socket): boolean {
    const request = overhearing.isOver ? null : earlyConnect(line);
    const start = request && savedSessionFor(starts, request.location);
    if (request === null || start === null) return false;
    overhearing.isOver = true;
    asked.resolve(carryOut(start, request.id, client, line));
    return true;
  }

  async function carryOut(
    start: SavedSession,
    id: number,
    client: Socket,
    line: string,
  ): Promise<RestoredSession> {
    try {
      if (!(await restoreSession(parts, start, privateKey))) throw new Error('the gateway does not answer');
      await writeRecordedGoal(stateDir, start.location);
    } catch (error) {
      log(`saved session: ${error instanceof Error ? error.message : String(error)}`);
      if (!client.destroyed) client.unshift(`${line}\n`);
      return { start, isUp: false };
    }
    const { told } = start;
    const result = { ...told, tunnel: { ...told.tunnel, since: new Date().toISOString() } };
    client.write(writeReply({ kind: 'result', id, result }));
    return { start, isUp: true };
  }

  const failing = (work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) =>
      log(`saved session: ${error instanceof Error ? error.message : String(error)}`),
    );

  const clientLimiter = await openClientLimiter(socket, linuxCallers, overhear);
  await Promise.race([asked.promise, waitForClients()]);
  if (!overhearing.isOver) asked.resolve(null);
  overhearing.isOver = true;
  const ahead = await asked.promise;
  return {
    parts,
    clientLimiter,
    restored: ahead,
    async abandon() {
      clientLimiter.server.close();
      if (ahead === null) return;
      // The rules last. What fails is no reason to leave the rest.
      await failing(parts.dns.restore());
      await failing(parts.routing.lower());
      await failing(parts.firewall.apply(null));
    },
  };
}
