import { createHash } from 'node:crypto';
import { checkServerList, type ServerList, type Verifiers } from '@comet/admission';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Api } from '../platform/control-plane/api.ts';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import type { MemoryFile } from '../platform/files/state-file.ts';
import type { Dedicated, Goal } from '../tunnel/state.ts';
import type { Destinations } from './attempts/connection-attempt.ts';
import { chooseGateways } from './choose.ts';
import { type Gateway, gatewaysOf, overIpv6 } from './gateway.ts';
import { isResidential } from './attempts/gateway-exit.ts';
import { matchLocation } from './match-location.ts';
import { roundTrips } from './round-trips.ts';
import { fallbackGatewaiesFor } from './attempts/fallback-gateways.ts';

/** Milliseconds for which "nobody is online there" is believed of a list; gateways come back within seconds. */
const emptinessHolds = 1_000;

/** What a user may go by when choosing a place; null where it is not known. */
export interface LocationFacts {
  /** From where this machine seems to be. */
  readonly kilometres: number | null;
  /** There and back, to the nearest admission endpoint there that was measured. */
  readonly milliseconds: number | null;
  /** How busy the least busy gateway there is, in percent. */
  readonly load: number | null;
}

/** The gateways there are, from the newest signed list that was ever seen here. */
export interface Directory {
  /** Null when there is no list, or it has expired. */
  locations(): ServerList['locations'] | null;
  online(locationCode: string): boolean;
  about(location: ServerList['locations'][number]): LocationFacts;
  /** Null when only a newer list can tell. */
  gatewaysFor(goal: { readonly location: string | null }, avoid: string | null): readonly Gateway[] | null;
  /** The same, and where to go when none of them is left. */
  destinationsFor(
    goal: Pick<Goal, 'location' | 'dedicated'>,
    past: { readonly avoid: string | null; readonly fallbackGatewaies: boolean },
  ): Destinations | null;
  /** Whether traffic leaves by exits at a place, which nobody does unasked: it may cost something. */
  byExit(location: string): boolean;
  /** Whether a text names any place of the list. True while there is no list to tell. */
  knows(location: string): boolean;
  refresh(signal: AbortSignal): Promise<Result<null, BlockReason>>;
  /** Times the admission endpoints of the likeliest gateways, and of some others by turns. For when nothing is tunnelled or held back. */
  measure(admissionEndpoint: AdmissionEndpoint): Promise<void>;
}

export function directory(
  parts: {
    readonly file: MemoryFile;
    readonly api: Api;
    readonly clock: Clock;
    readonly log: (line: string) => void;
    /** Degrees east, by this machine's time zone. */
    readonly longitude?: () => number;
    /** Whether this machine has a client of OpenVPN; gateways without one there are as good as gateways that lack it. */
    readonly hasOpenvpn?: boolean;
    /** Which Internet Protocol leads out of this machine. */
    readonly family?: () => 4 | 6;
  },
  verifiers: Verifiers,
): Directory {
  const { file, api, clock, log, longitude = longitudeByClock, hasOpenvpn = true, family = () => 4 } = parts;
  const times = roundTrips(clock, () => list?.locations ?? [], longitude);
  let list: ServerList | null = null;
  let gateways: readonly Gateway[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;

  function take(document: string, atLeast: number): boolean {
    const checked = checkServerList(verifiers, document, { now: unixSeconds(clock.now()), atLeast });
    if (!checked.ok) {
      log(`the list of gateways is refused: ${checked.error}`);
      return false;
    }
    list = checked.value;
    const listed = gatewaysOf(list);
    gateways = hasOpenvpn ? listed : listed.map((gateway) => ({ ...gateway, openvpn: [] }));
    return true;
  }

  const kept = file.current.serverList;
  if (kept !== null) take(kept.document, kept.version);

  /** The list while it holds; an old one may send us to addresses that belong to someone else by now. */
  function current(): ServerList | null {
    return list !== null && list.expiresAt >= unixSeconds(clock.now()) ? list : null;
  }

  function reached(): readonly Gateway[] {
    return family() === 6 ? overIpv6(gateways) : gateways;
  }

  function choose(location: string | null, avoid: string | null): readonly Gateway[] | null {
    const now = current();
    if (now === null) return null;
    const locations = location === null ? null : matchLocation(location, now.locations);
    const { lastGateway, settings } = file.current;
    const { server } = settings;
    const chosen = chooseGateways(reached(), {
      locations,
      preferred: location === null ? matchLocation(placeOf(server) ?? '', now.locations) : [],
      lastGateway: server === 'nearest' ? null : lastGateway,
      avoid,
      timeTo: times.timeTo,
      spread: (id) => ownNumber(file.current.appIdentifier, id),
    });
    const fresh = Math.abs(clock.now().getTime() - refreshedAt) < emptinessHolds;
    return chosen.length > 0 || fresh ? chosen : null;
  }

  function leadingTo({ gatewayId, serviceId, address }: Dedicated): readonly Gateway[] {
    const exit = { type: 'dedicated', serviceId, address } as const;
    return reached()
      .filter((gateway) => gateway.id === gatewayId && gateway.exit === undefined && gateway.online)
      .map((gateway) => ({ ...gateway, openvpn: [], exit }));
  }

  function meansExit(location: string, { locations }: ServerList): boolean {
    const codes = matchLocation(location, locations);
    return locations.some(({ code, type }) => codes.includes(code) && isResidential(type));
  }

  return {
    locations: () => current()?.locations ?? null,
    online: (code) => gateways.some((gateway) => gateway.online && gateway.place.location === code),
    about(location) {
      const there = gateways.filter(({ online, place }) => online && place.location === location.code);
      const loads = there.flatMap(({ load }) => (load === null ? [] : [load]));
      return { ...times.about(location), load: loads.length === 0 ? null : Math.min(...loads) };
    },
    gatewaysFor: (goal, avoid) => choose(goal.location, avoid),
    destinationsFor({ location, dedicated }, { avoid, fallbackGatewaies }) {
      if (dedicated)
        return current() === null
          ? null
          : { wanted: leadingTo(dedicated), fallbackGatewaies: [], byExit: true };
      const wanted = choose(location, avoid);
      const now = current();
      // Where traffic is to leave by an exit, nothing else stands in for it.
      const byExit = location !== null && now !== null && meansExit(location, now);
      if (!fallbackGatewaies || location === null || now === null || byExit)
        return wanted === null ? null : { wanted, fallbackGatewaies: [], byExit };
      const others = choose(null, avoid) ?? [];
      const elsewhere = fallbackGatewaiesFor(matchLocation(location, now.locations), others, now.locations);
      return wanted === null && elsewhere.length === 0
        ? null
        : { wanted: wanted ?? [], fallbackGatewaies: elsewhere };
    },
    byExit(location) {
      const now = current();
      return now !== null && meansExit(location, now);
    },
    knows(location) {
      const now = current();
      return now === null || matchLocation(location, now.locations).length > 0;
    },
    async refresh(signal) {
      const answer = await api.call('serverList', { signal });
      if (!answer.ok) return err('api_unreachable');
      const document = answer.value.list;
      if (!take(document, file.current.serverList?.version ?? 0)) return err('api_unreachable');
      refreshedAt = clock.now().getTime();
      if (list !== null && file.current.serverList?.document !== document)
        await file.change({ serverList: { version: list.version, document } });
      return ok(null);
    },
    async measure(admissionEndpoint) {
      for (const gateway of times.nextOf(choose(null, null) ?? []))
        times.keep(gateway, await admissionEndpoint.measure(gateway));
    },
  };
}

/** The place that a user prefers; null where it is the last one or the nearest. */
export function placeOf(server: string): string | null {
  return server === 'last' || server === 'nearest' ? null : server;
}

/** A number in [0, 1) that this machine alone has for a gateway, and keeps. */
function ownNumber(machine: string, id: string): number {
  return createHash('sha256').update(`${machine}\n${id}`).digest().readUInt32BE() / 2 ** 32;
}

/** Fifteen degrees for each hour that the clock is ahead of Greenwich. */
function longitudeByClock(): number {
  return -new Date().getTimezoneOffset() / 4;
}
