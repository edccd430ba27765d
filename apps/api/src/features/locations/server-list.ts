import { createHash } from 'node:crypto';
import { type ServerList, type Signer, signDocument } from '@comet/admission';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { Database, DatabaseTransaction } from '../../platform/database/database.ts';
import {
  liveExits,
  liveUpstreams,
  anyCity,
  type LiveExit,
  type LiveUpstream,
  locationOf,
} from '../exits/index.ts';
import { listedBridges } from '../bridges/index.ts';
import { gatewaysInService, serverNameOf } from '../gateways/index.ts';
import { allLocations } from './locations.store.ts';

type Content = Pick<ServerList, 'locations' | 'gateways' | 'through' | 'apiAddresses' | 'bridges'>;

const lifetimeSeconds = 7 * 24 * 3600;
/** Time in ms after which an unchanged list is signed again, so that clients always get a recent expiry. */
const renewMs = 6 * 3600 * 1000;
/** Time in ms for which a list is served without checking for changes. */
const checkMs = 1_000;

/** Returns the signed list of gateways, from memory if possible. */
export function createServerList(deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  readonly apiAddresses: readonly string[];
}): () => Promise<string> {
  let cached: { document: string; hash: string; signedAt: number; checkedAt: number } | null = null;
  let checking: Promise<string> | null = null;

  async function check(): Promise<string> {
    const now = deps.clock.now();
    const content = await readContent(deps, now);
    const hash = hashOf(content);
    const fresh = cached !== null && cached.hash === hash && now.getTime() - cached.signedAt < renewMs;
    if (cached !== null && fresh) {
      cached.checkedAt = now.getTime();
      return cached.document;
    }
    const issuedAt = unixSeconds(now);
    const version = await versionOf(deps.db, hash, issuedAt);
    const list: ServerList = { version, issuedAt, expiresAt: issuedAt + lifetimeSeconds, ...content };
    const document = signDocument('server-list', deps.signer, list);
    cached = { document, hash, signedAt: now.getTime(), checkedAt: now.getTime() };
    return document;
  }

  return async () => {
    const age = cached === null ? Number.POSITIVE_INFINITY : deps.clock.now().getTime() - cached.checkedAt;
    if (cached !== null && age >= 0 && age < checkMs) return cached.document;
    checking ??= check().finally(() => {
      checking = null;
    });
    return checking;
  };
}

async function readContent(
  { db, apiAddresses }: { readonly db: Database; readonly apiAddresses: readonly string[] },
  now: Date,
): Promise<Content> {
  const [locations, gateways, exits, upstreams, bridges] = await Promise.all([
    allLocations(db),
    gatewaysInService(db, now),
    liveExits(db, now),
    liveUpstreams(db, now),
    listedBridges(db),
  ]);
  const known = new Set(locations.map(({ code }) => code));
  return {
    locations: [...locations],
    gateways: gateways.map(({ locationCode, draining: _, drainingUntil, ...gateway }) => ({
      ...gateway,
      location: locationCode,
      serverName: serverNameOf(gateway.id),
      ...(drainingUntil === null ? {} : { drainingUntil: unixSeconds(drainingUntil) }),
    })),
    through: throughOf(exits, upstreams).filter(({ location }) => known.has(location)),
    apiAddresses: [...apiAddresses],
    bridges,
  };
}

function hashOf(content: Content): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/**
 * Returns the version of a list's content. It grows with every change and is never below the time of the change, so that it stays above the
 * versions that clients have seen even after the database is restored from a backup.
 */
async function versionOf(db: Database, hash: string, now: number): Promise<number> {
  const contentHash = Buffer.from(hash, 'hex');
  return db.transaction().execute(async (trx: DatabaseTransaction) => {
    await trx
      .insertInto('serverList')
      .values({ version: now, contentHash })
      .onConflict((conflict) => conflict.column('onlyRow').doNothing())
      .execute();
    const stored = await trx
      .selectFrom('serverList')
      .select(['version', 'contentHash'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (stored.contentHash.equals(contentHash)) return stored.version;
    const version = Math.max(stored.version + 1, now);
    await trx.updateTable('serverList').set({ version, contentHash }).execute();
    return version;
  });
}

/**
 * Returns the gateways that serve each location with live exits, both sorted by name: the same exits give the same list. A country's
 * location includes the exits of all its cities.
 */
export function throughOf(
  exits: readonly Pick<LiveExit, 'country' | 'city' | 'use' | 'gatewayId'>[],
  upstreams: readonly Pick<LiveUpstream, 'country' | 'use' | 'gatewayId' | 'tunnels'>[],
): ServerList['through'] {
  const leading = new Map<string, Set<string>>();
  const lead = (location: string | null, gateway: string): void => {
    if (location !== null) leading.set(location, (leading.get(location) ?? new Set()).add(gateway));
  };
  for (const exit of exits) lead(locationOf(exit), exit.gatewayId);
  for (const one of [...exits, ...upstreams.filter(({ tunnels }) => tunnels)])
    lead(locationOf({ ...one, city: anyCity }), one.gatewayId);
  return [...leading]
    .map(([location, gateways]) => ({ location, gateways: [...gateways].toSorted() }))
    .toSorted((one, other) => (one.location < other.location ? -1 : 1));
}
