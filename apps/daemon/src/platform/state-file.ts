import { randomUUID } from 'node:crypto';
import { link, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isIp } from '@comet/foundation';
import { daemonSettings, freshSettings, way } from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { migrated, settingsVersion as today } from '../choices/migrate.ts';
import { jsonOf } from './json-of.ts';
import { ownFolderOnUnix } from './own-folder.unix.ts';
import { replaceFile } from './replace-file.ts';
import { writeUntilKept } from './write-until-kept.ts';

const standbyTicket = z.object({
  gatewayId: z.string(),
  /** The WireGuard key it was issued for; a ticket for another key is worth nothing. */
  publicKey: z.string(),
  ticket: z.string(),
  issuedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  sessionUntil: z.iso.datetime(),
});

const goal = z.object({
  location: z.nullable(z.string()),
  via: z.optional(z.nullable(z.string())),
  dedicated: z.optional(
    z.nullable(
      z.object({ serviceId: z.uuid(), address: z.string().check(z.refine(isIp)), gatewayId: z.uuid() }),
    ),
  ),
});

const memory = z.object({
  /** Says to the API that requests come from the same installation; says nothing else. */
  appIdentifier: z.uuid(),
  account: z.nullable(
    z.object({
      accessToken: z.string(),
      email: z.string(),
      deviceId: z.uuid(),
      deviceName: z.string(),
    }),
  ),
  /** Accounts that left this machine while the API was away: it has to be told still. */
  farewells: z._default(z.array(z.object({ accessToken: z.string(), deviceId: z.uuid() })), []),
  /** Made here, of this week; the private half never leaves this file. */
  key: z.nullable(z.object({ privateKey: z.string(), publicKey: z.string(), week: z.int() })),
  /** What the user asked for last, so that a daemon that crashed goes on with it. */
  intent: z.nullable(goal),
  /** Where the tunnel led that is paused, and where the one that was taken down for a trusted network. */
  pausedGoal: z._default(z.nullable(goal), null),
  away: z._default(z.nullable(goal), null),
  /** The addresses that this machine was last seen by without a tunnel: `comet check` tells a leak by them. */
  outside: z._default(z.array(z.string().check(z.refine(isIp))), []),
  settings: daemonSettings,
  /** See `choices/migrate.ts`. */
  settingsVersion: z.int(),
  lastGateway: z.nullable(z.string()),
  /** Codes of locations: marked by the user, and last connected to, the latest first. */
  favourites: z._default(z.array(z.string()), []),
  recents: z._default(z.array(z.string()), []),
  /** What got through which network, see `gateways/network-memory.ts`. */
  passedWays: z._default(
    z.nullable(
      z.object({
        salt: z.string(),
        ways: z.array(z.object({ network: z.string(), way, at: z.iso.datetime() })),
      }),
    ),
    null,
  ),
  apiAddresses: z.array(z.string().check(z.refine(isIp))),
  serverList: z.nullable(z.object({ version: z.int(), document: z.string() })),
  standbyTickets: z.array(standbyTicket),
});

/** All that the daemon keeps between two runs. */
export type Memory = Readonly<z.output<typeof memory>>;
export type StandbyTicket = Readonly<z.output<typeof standbyTicket>>;

export interface MemoryFile {
  readonly current: Memory;
  /** True when there was a file that could not be read: what the user wanted is then unknown. */
  readonly wasBroken: boolean;
  /**
   * Changes what is in memory at once; resolves with `true` when it is on disk, or with `false` when the disk does not take it now: what
   * is under way goes on all the same. Rejects, and changes nothing, where the next start could not read it.
   */
  change(part: Partial<Memory>): Promise<boolean>;
}

export function freshMemory(): Memory {
  return {
    appIdentifier: randomUUID(),
    account: null,
    farewells: [],
    key: null,
    intent: null,
    pausedGoal: null,
    away: null,
    outside: [],
    settings: freshSettings,
    settingsVersion: today,
    lastGateway: null,
    favourites: [],
    recents: [],
    passedWays: null,
    apiAddresses: [],
    serverList: null,
    standbyTickets: [],
  };
}

/** Makes a folder that nobody enters but who the daemon runs as. Rejects when it cannot be, or is somebody else's. */
export type OwnFolder = (path: string) => Promise<void>;

/**
 * Opens `state.json` in a folder that is made our own first. A file that is not of this form is set aside, not deleted;
 * then lockdown is on unless it clearly was not.
 */
export async function openMemoryFile(
  stateDir: string,
  ownFolder: OwnFolder = ownFolderOnUnix,
  log: (line: string) => void = () => undefined,
): Promise<MemoryFile> {
  const path = join(stateDir, 'state.json');
  await ownFolder(stateDir);
  const found = await read(path);
  const wasBroken = found !== 'absent' && found.kind === 'broken';
  let current: Memory =
    found === 'absent' ? freshMemory() : found.kind === 'whole' ? found.memory : salvaged(found.text);
  let writing: Promise<unknown> = Promise.resolve();
  let pending: Promise<boolean> | null = null;
  const keep = writeUntilKept(path, () => replaceFile(path, JSON.stringify(current, null, 2)), log);

  /** Begins after what is under way in this turn: a connect sends its first packet before its wish is written down. */
  async function write(): Promise<boolean> {
    await setImmediate();
    pending = null;
    return keep();
  }

  if (wasBroken) {
    await rm(`${path}.broken`, { force: true });
    await link(path, `${path}.broken`);
    // At once: a start that found no file at all would believe that lockdown was off.
    await write();
  }

  return {
    get current() {
      return current;
    },
    wasBroken,
    change(part) {
      const changed = memory.safeParse({ ...current, ...part });
      // What the next start would not read must not be written: it would take everything else with it.
      if (!changed.success)
        return Promise.reject(
          new TypeError(`state.json would not be readable with this ${Object.keys(part).join(', ')}`),
        );
      current = changed.data;
      // One write takes along every change that was made while it waited for the one before.
      if (pending === null) {
        pending = writing.then(write);
        writing = pending;
      }
      return pending;
    },
  };
}

/** What an older daemon kept; a later one's is read as far as it can be. */
function inTodaysForm(found: unknown): unknown {
  if (!isRecord(found) || !isRecord(found['settings'])) return found;
  const { settings, settingsVersion: version } = found;
  const from = typeof version === 'number' && Number.isInteger(version) && version >= 0 ? version : 0;
  return { ...found, settings: migrated(settings, from), settingsVersion: today };
}

type Found =
  | 'absent'
  | { readonly kind: 'whole'; readonly memory: Memory }
  | { readonly kind: 'broken'; readonly text: string };

/**
 * What a broken file still tells, field by field and setting by setting. Whether lockdown was on decides if traffic may leave, so only a
 * clear "off" is believed.
 */
function salvaged(text: string): Memory {
  const found = inTodaysForm(jsonOf(text));
  const settings = wholeFields(daemonSettings.shape, isRecord(found) ? found['settings'] : null);
  const lockdown = !/"lockdown":\s*false/.test(text);
  return {
    ...freshMemory(),
    ...wholeFields(memory.shape, found),
    settings: { ...freshSettings, lockdown, ...settings },
  };
}

type FieldsOf<Shape extends Readonly<Record<string, z.core.$ZodType>>> = {
  [F in keyof Shape]?: z.output<Shape[F]>;
};

/** The fields that a text has and that are of their form; nothing is made up for the others. */
function wholeFields<Shape extends Readonly<Record<string, z.core.$ZodType>>>(
  shape: Shape,
  found: unknown,
): FieldsOf<Shape> {
  if (!isRecord(found)) return {};
  const read = Object.entries(shape).flatMap(([field, form]) => {
    const checked = field in found ? z.safeParse(form, found[field]) : null;
    return checked?.success === true ? [[field, checked.data]] : [];
  });
  return Object.fromEntries(read) as FieldsOf<Shape>;
}

function isRecord(found: unknown): found is Readonly<Record<string, unknown>> {
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

async function read(path: string): Promise<Found> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'absent';
    throw error;
  }
  const whole = memory.safeParse(inTodaysForm(jsonOf(text)));
  return whole.success ? { kind: 'whole', memory: whole.data } : { kind: 'broken', text };
}
