import { err, type Result } from '@comet/foundation';
import {
  type DaemonSettings,
  isAutomaticLocation,
  type LocationList,
  maxListed,
  maxLists,
  type ParamsOf,
  plainName,
  type Snapshot,
} from '@comet/tunnel-protocol';
import type { Directory } from '../../gateways/directory.ts';
import { listNamed, matchLocation } from '../../gateways/match-location.ts';
import { isResidential } from '../../model/gateway-exit.ts';
import type { Goal } from '../../model/goal.ts';
import { isEmptyRule } from '../../model/settings/network-rule.ts';
import type { Session } from '../../model/session.ts';
import type { DaemonState } from '../../platform/files/daemon-state.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { Tunnel } from '../../tunnel/machine.ts';
import { goalOf } from '../../tunnel/state.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

/** The goals of tunnels that the daemon ended for a while. */
export type SavedGoals = Pick<DaemonState, 'pausedGoal' | 'away' | 'beforeRule'>;
type KnownLocations = NonNullable<ReturnType<Directory['locations']>>;

interface LocationListParts {
  readonly directory: Pick<Directory, 'locations' | 'refresh'>;
  readonly tunnel: Pick<Tunnel, 'state' | 'connect'>;
  readonly file: Pick<StateFile, 'current'>;
  /** Changes settings, with the saved goals, and responds when they are in force. */
  set(part: Partial<DaemonSettings>, goals?: SavedGoals): CommandReply;
  now(): CommandReply;
}

/** The commands about custom lists of locations. */
export function locationListCommandsOf({ directory, tunnel, file, set, now }: LocationListParts) {
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  const known = () => directory.locations() ?? [];
  /** The first of these that no location matches; the detail of the error. */
  const unknownIn = (typed: readonly string[]) =>
    typed.find((one) => matchLocation(one, known()).length === 0);

  /** The codes of the listed locations that a text matches; without a match the text itself, which may be a former code. */
  function codesOf(typed: readonly string[]): readonly string[] {
    return typed.flatMap((one) => {
      const codes = matchLocation(one, known());
      return codes.length === 0 ? [one] : codes;
    });
  }

  /** A tunnel to a list that is removed keeps its locations as the goal: a later reconnect would otherwise find none. */
  async function keepLocation(list: LocationList): Promise<void> {
    const { state } = tunnel;
    const goal = goalOf(state);
    if (goal === null || withoutList(goal, list) === goal) return;
    // Not awaited: the connect may take long.
    if (state.kind !== 'connected') void tunnel.connect(withoutList(goal, list));
    else if (state.fallback === null) await tunnel.connect(withoutList(goal, list, placesOf(state.session)));
  }

  return {
    'location-list.list': now,
    'location-list.add': async (
      { name, locations }: ParamsOf<'location-list.add'>,
      { signal }: Caller,
    ): CommandReply => {
      // A newer list may have a location that an older one lacks.
      if (unknownIn(locations) !== undefined) await directory.refresh(signal);
      const unknown = unknownIn(locations);
      if (unknown !== undefined) return refuse('location_unknown', unknown);
      const codes = codesOf(locations);
      // From here on without waiting: another client may change the lists.
      const { locationLists } = file.current.settings;
      const refusal = listRefusal({ name, locations: codes }, locationLists, known());
      if (refusal !== null) return refuse(refusal);
      const list = listNamed(name, locationLists);
      if (list === undefined && locationLists.length >= maxLists) return refuse('list_too_many');
      const all = [...new Set([...(list?.locations ?? []), ...codes])];
      return all.length > maxListed
        ? refuse('list_full')
        : set({ locationLists: replaced(locationLists, list, { name: list?.name ?? name, locations: all }) });
    },
    'location-list.remove': async ({
      name,
      locations,
    }: ParamsOf<'location-list.remove'>): Promise<Result<Snapshot, RequestFailure>> => {
      const { settings, pausedGoal, away, beforeRule } = file.current;
      const { locationLists, profiles, networkRules, server } = settings;
      const list = listNamed(name, locationLists);
      if (list === undefined) return refuse('list_unknown');
      const removed = locations === null ? list.locations : codesOf(locations);
      const missing = locations?.find((one) => !codesOf([one]).some((code) => list.locations.includes(code)));
      if (missing !== undefined) return refuse('location_unknown', missing);
      const left = list.locations.filter((code) => !removed.includes(code));
      if (left.length > 0)
        return set({ locationLists: replaced(locationLists, list, { ...list, locations: left }) });
      const isListName = (one: string) => plainName(one) === plainName(list.name);
      const done = set(
        {
          locationLists: locationLists.filter((one) => one !== list),
          ...(isListName(server) ? { server: 'last' } : {}),
          networkRules: networkRules
            .map((one) => (isListName(one.server ?? '') ? { ...one, server: null } : one))
            .filter((one) => !isEmptyRule(one)),
          profiles: profiles.map((one) => (isListName(one.server) ? { ...one, server: 'last' } : one)),
        },
        {
          pausedGoal: pausedGoal && withoutList(pausedGoal, list),
          away: away && withoutList(away, list),
          beforeRule: beforeRule && withoutList(beforeRule, list),
        },
      );
      await keepLocation(list);
      return done;
    },
  };
}

/** The lists with one replaced, or added at the end. */
function replaced(
  lists: readonly LocationList[],
  former: LocationList | undefined,
  next: LocationList,
): LocationList[] {
  return former === undefined ? [...lists, next] : lists.map((one) => (one === former ? next : one));
}

/** The locations of a tunnel. */
function placesOf(session: Session): Pick<Goal, 'location' | 'via'> {
  const via = session.protocol === 'wireguard' ? session.via?.gateway.place.location : undefined;
  return { location: session.gateway.place.location, via };
}

/** The goal with other locations in place of a removed list; the same object if it does not name the list. */
function withoutList(
  goal: Goal,
  { name }: LocationList,
  { location, via = null }: Pick<Goal, 'location' | 'via'> = { location: null },
): Goal {
  const isList = (one: string | null = null) => one !== null && plainName(one) === plainName(name);
  const { isChosenAnew: _, ...own } = goal;
  const left = isList(goal.location) ? { ...own, location } : goal;
  return isList(left.via) ? { ...left, via } : left;
}

/** Why a list with this name or these codes is refused, next to the current lists; null if it is not. */
export function listRefusal(
  { name, locations }: { readonly name: string; readonly locations: readonly string[] },
  lists: readonly LocationList[],
  known: KnownLocations,
): 'list_name_taken' | 'list_residential' | null {
  if (known.some(({ code, type }) => locations.includes(code) && isResidential(type)))
    return 'list_residential';
  return listNamed(name, lists) === undefined && isTaken(name, known) ? 'list_name_taken' : null;
}

/** Whether a name already means something else in `comet connect` or as the default location: a word, or exactly one location or country. */
function isTaken(name: string, locations: Parameters<typeof matchLocation>[1]): boolean {
  const wanted = plainName(name);
  if (wanted === 'last' || wanted === 'nearest' || isAutomaticLocation(wanted)) return true;
  return locations.some(({ code, country, countryName, city }) =>
    [code, country, countryName, city, `${city} ${countryName}`, `${countryName} ${city}`].some(
      (one) => plainName(one) === wanted,
    ),
  );
}
