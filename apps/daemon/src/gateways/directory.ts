import { randomUUID } from 'node:crypto';
import type { Log } from '@comet/foundation/log';
import { checkServerList, type ServerList, type Verifiers } from '@comet/admission';
import { type Clock, err, ok, type Result, unixSeconds } from '@comet/foundation';
import { type BlockReason, type DaemonSettings, isAutomaticLocation } from '@comet/tunnel-protocol';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import type { Api } from '../platform/control-plane/api.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import type { Dedicated, Goal } from '../model/goal.ts';
import type { Destinations } from './attempts/connection-attempt.ts';
import { isResidential } from '../model/gateway-exit.ts';
import { type Gateway, gatewaysOf, overIpv6 } from '../model/gateway.ts';
import { type Draw, fullLoad, inDrawnOrder, stableNumber, byCapacity } from './automatic-choice.ts';
import { fallbackGatewaysFor } from './fallback-gateways.ts';
import { listNamed, matchLocation } from './match-location.ts';
import { roundTrips } from './round-trips.ts';

export interface Preference {
  /** Acceptable location codes; null for any. */
  readonly locations: readonly string[] | null;
  /** Location codes that precede other acceptable ones. */
  readonly preferred: readonly string[];
  /** The gateway to keep while it has capacity; null to choose the nearest. */
  readonly lastGateway: string | null;
  /** The gateway that just failed: still possible, but last. */
  readonly avoid: string | null;
  /** Round-trip time in ms to a gateway, measured or estimated; null if its admission endpoint did not respond. */
  readonly timeTo: (gateway: Gateway) => number | null;
  /** A constant number of this machine in [0, 1) for a gateway, so that machines spread over equally near gateways. */
  readonly spread: (id: string) => number;
}

/** Differences in ms that a user does not notice, and the ratio within which two times count as equal. */
const minTime = 5;
const equalMargin = 0.3;
/** Sorts a gateway after all that respond. */
const unreachableTime = 10_000;

/**
 * Returns the gateways to try, in order: online ones in the requested locations; first the one used last (its admission endpoint is open),
 * then the nearest; a loaded one counts as farther away.
 */
export function chooseGateways(gateways: readonly Gateway[], preference: Preference): readonly Gateway[] {
  const { locations, preferred, lastGateway, avoid, timeTo, spread } = preference;
  const rank = (gateway: Gateway): number => {
    if (gateway.id === lastGateway && (gateway.load ?? 0) < fullLoad) return -1;
    const time = Math.max(minTime, timeTo(gateway) ?? unreachableTime);
    return time * loadFactor(gateway.load) * (1 + equalMargin * spread(gateway.id));
  };
  /** Preferred locations precede all others; the gateway that failed comes last in both groups. */
  const tier = ({ id, place }: Gateway): number =>
    id === avoid ? 2 : preferred.length > 0 && !preferred.includes(place.location) ? 1 : 0;
  return gateways
    .filter(
      ({ online, place, exit }) =>
        // Exits are used only on request: they may cost data.
        online && (locations === null ? exit === undefined : locations.includes(place.location)),
    )
    .map((gateway) => ({ gateway, rank: rank(gateway), tier: tier(gateway) }))
    .sort((one, other) => one.tier - other.tier || (one.rank === other.rank ? 0 : one.rank - other.rank))
    .map(({ gateway }) => gateway);
}

/** The factor by which load increases a gateway's distance: little at half its load, four at full load. */
function loadFactor(load: number | null): number {
  return 1 + 3 * ((load ?? 0) / 100) ** 4;
}

/** Time in ms for which a list without an online gateway is used; gateways restart within seconds. */
const emptyListValidity = 1_000;

/** Maximum number of gateways through which the API is tried. */
const maxRelays = 3;

/** Properties of a location for the user's choice; null if unknown. */
interface LocationFacts {
  /** Distance from the estimated position of this machine. */
  readonly kilometres: number | null;
  /** Round-trip time to the nearest measured admission endpoint in the location. */
  readonly milliseconds: number | null;
  /** Load in percent of the least loaded gateway in the location. */
  readonly load: number | null;
}

/** The gateways of the newest signed list that this machine has received. */
export interface Directory {
  /** Null if there is no list, or it has expired. */
  locations(): ServerList['locations'] | null;
  online(locationCode: string): boolean;
  about(location: ServerList['locations'][number]): LocationFacts;
  /** Null if a newer list is needed. */
  gatewaysFor(goal: { readonly location: string | null }, avoid: string | null): readonly Gateway[] | null;
  /** The same, followed by the fallback gateways. */
  destinationsFor(
    goal: Pick<Goal, 'location' | 'dedicated'>,
    past: { readonly avoid: string | null; readonly fallbackGateways: boolean },
  ): Destinations | null;
  /** Gateways through which the API may be reached, the likeliest first, also of an expired list: their certificates identify them. */
  relays(): readonly Gateway[];
  /** How the API is reached where it is blocked, also of an expired list: the API's certificate decides. Empty without a list. */
  contacts(): Pick<ServerList, 'apiAddresses' | 'bridges'>;
  /** When clients leave a gateway that drains; null if it does not drain with a deadline. */
  drainingUntil(gatewayId: string): Date | null;
  /** Whether traffic of a location uses exits, which are used only on request: they may cost data. */
  byExit(location: string): boolean;
  /** Draws another random location; see `Draw`. */
  drawAgain(): void;
  /** Whether a text matches any location of the list. True without a list. */
  hasLocation(location: string): boolean;
  refresh(signal: AbortSignal): Promise<Result<null, BlockReason>>;
  /**
   * Measures the admission endpoints of the most likely gateways, and of some others in turn. Call it only if no traffic is tunnelled or
   * blocked.
   */
  measure(admissionEndpoint: AdmissionEndpoint): Promise<void>;
}

/**
 * Creates the directory, with the list stored in `file` if it is still valid. A list is used only if one of `verifiers` accepts its
 * signature.
 */
export function directory(
  parts: {
    readonly file: StateFile;
    /** The settings with the rule of the current network; default is the user's settings. */
    readonly activeSettings?: () => DaemonSettings;
    readonly api: Api;
    readonly clock: Clock;
    readonly log: Log;
    /** Degrees east, by this machine's time zone. */
    readonly longitude?: () => number;
    /** Whether this machine has an OpenVPN client; otherwise gateways count as having no OpenVPN server. */
    readonly hasOpenvpn?: boolean;
    /** The IP version of this machine's uplink. */
    readonly family?: () => 4 | 6;
  },
  verifiers: Verifiers,
): Directory {
  const { file, api, clock, log, longitude = longitudeByClock, hasOpenvpn = true, family = () => 4 } = parts;
  const { activeSettings = () => file.current.settings } = parts;
  const times = roundTrips(clock, () => list?.locations ?? [], longitude);
  let list: ServerList | null = null;
  let gateways: readonly Gateway[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let draw: Draw = { seed: randomUUID(), before: null };

  function take(document: string, atLeast: number, now = unixSeconds(clock.now())): boolean {
    const checked = checkServerList(verifiers, document, { now, atLeast });
    if (!checked.ok) {
      log.error({ reason: checked.error }, 'The list of gateways is refused');
      return false;
    }
    list = checked.value;
    const listed = gatewaysOf(list);
    gateways = hasOpenvpn ? listed : listed.map((gateway) => ({ ...gateway, openvpn: [] }));
    return true;
  }

  const kept = file.current.serverList;
  // An expired one, too, for `relays`.
  if (kept !== null) take(kept.document, kept.version, 0);

  /** The list while it is valid; after that its addresses may belong to other hosts. */
  function current(): ServerList | null {
    return list !== null && list.expiresAt >= unixSeconds(clock.now()) ? list : null;
  }

  function reachable(): readonly Gateway[] {
    return family() === 6 ? overIpv6(gateways) : gateways;
  }

  function codesOf(location: string, { locations }: ServerList): readonly string[] {
    return matchLocation(location, locations, file.current.settings.locationLists);
  }

  function choose(location: string | null, avoid: string | null): readonly Gateway[] | null {
    const now = current();
    if (now === null) return null;
    const { lastGateway } = file.current;
    const settings = activeSettings();
    const { server } = settings;
    const isAny = location === null || isAutomaticLocation(location);
    const byList = listNamed(location ?? server, settings.locationLists) !== undefined;
    const ranked = chooseGateways(reachable(), {
      locations: isAny ? null : codesOf(location, now),
      preferred: location === null ? codesOf(preferredLocation(server) ?? '', now) : [],
      lastGateway: server === 'nearest' || location === 'fastest' || byList ? null : lastGateway,
      avoid,
      timeTo: times.timeTo,
      spread: (id) => stableNumber(file.current.appIdentifier, id),
    });
    const isRandom = (location ?? server) === 'random';
    const ordered = isRandom ? inDrawnOrder(ranked, draw, avoid) : ranked;
    const { free, full } = byCapacity(ordered);
    const isFresh = Math.abs(clock.now().getTime() - refreshedAt) < emptyListValidity;
    const chosen = isAutomaticLocation(location) ? free : isRandom || byList ? [...free, ...full] : ordered;
    return chosen.length > 0 || isFresh ? chosen : null;
  }

  function dedicatedGateways({ gatewayId, serviceId, address }: Dedicated): readonly Gateway[] {
    const exit = { type: 'dedicated', serviceId, address } as const;
    return reachable()
      .filter((gateway) => gateway.id === gatewayId && gateway.exit === undefined && gateway.online)
      .map((gateway) => ({ ...gateway, openvpn: [], exit }));
  }

  function matchesExit(location: string, list: ServerList): boolean {
    const codes = codesOf(location, list);
    return list.locations.some(({ code, type }) => codes.includes(code) && isResidential(type));
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
    destinationsFor({ location, dedicated }, { avoid, fallbackGateways }) {
      if (dedicated)
        return current() === null
          ? null
          : { wanted: dedicatedGateways(dedicated), fallbackGateways: [], byExit: true };
      const wanted = choose(location, avoid);
      const now = current();
      // An exit has no fallback of another kind.
      const byExit = location !== null && now !== null && matchesExit(location, now);
      const isAny = location === null || isAutomaticLocation(location);
      if (!fallbackGateways || isAny || now === null || byExit)
        return wanted === null ? null : { wanted, fallbackGateways: [], byExit };
      const others = choose(null, avoid) ?? [];
      const elsewhere = fallbackGatewaysFor(codesOf(location, now), others, now.locations);
      return wanted === null && elsewhere.length === 0
        ? null
        : { wanted: wanted ?? [], fallbackGateways: elsewhere };
    },
    relays() {
      const near = (choose(null, null) ?? []).map(({ id }) => id);
      const order = ({ id, online }: Gateway): number =>
        near.includes(id) ? near.indexOf(id) : near.length + (online ? 0 : 1);
      const direct = reachable().filter(({ exit }) => exit === undefined);
      return direct.toSorted((one, other) => order(one) - order(other)).slice(0, maxRelays);
    },
    contacts: () => list ?? { apiAddresses: [], bridges: [] },
    drainingUntil(gatewayId) {
      const until = current()?.gateways.find(({ id }) => id === gatewayId)?.drainingUntil;
      return until === undefined ? null : new Date(until * 1000);
    },
    byExit(location) {
      const now = current();
      return now !== null && matchesExit(location, now);
    },
    hasLocation(location) {
      const now = current();
      return now === null || isAutomaticLocation(location) || codesOf(location, now).length > 0;
    },
    drawAgain() {
      draw = { seed: randomUUID(), before: file.current.recents[0] ?? null };
    },
    async refresh(signal) {
      const response = await api.call('serverList', { signal });
      if (!response.ok) return err('api_unreachable');
      const document = response.value.list;
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

/** The location that the user prefers; null to use the last one, the nearest or a random one. */
export function preferredLocation(server: string): string | null {
  return server === 'last' || server === 'nearest' || server === 'random' ? null : server;
}

/** The default location as the location of a connect that replaces a tunnel; null to keep one to any location. */
export function destinationOf(server: string): string | null {
  if (server === 'last') return null;
  return server === 'nearest' ? 'fastest' : server;
}

/** Fifteen degrees for each hour of the clock's offset from Greenwich. */
function longitudeByClock(): number {
  return -new Date().getTimezoneOffset() / 4;
}
