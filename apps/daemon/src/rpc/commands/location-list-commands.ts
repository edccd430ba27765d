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
import type { Tunnel } from '../../tunnel/machine.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

interface LocationListParts {
  readonly directory: Pick<Directory, 'locations' | 'refresh'>;
  readonly tunnel: Pick<Tunnel, 'state' | 'connect'>;
  readonly settings: () => DaemonSettings;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply;
  now(): CommandReply;
}

/** The commands about custom lists of locations. */
export function locationListCommandsOf({ directory, tunnel, settings, set, now }: LocationListParts) {
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

  /** A tunnel to a list that is removed keeps its location as the goal: a later reconnect would otherwise find no location. */
  async function keepLocation({ name }: LocationList): Promise<void> {
    const { state } = tunnel;
    if (state.kind !== 'connected' || state.fallback !== null) return;
    const { isChosenAnew: _, ...goal } = state.goal;
    if (goal.location === null || plainName(goal.location) !== plainName(name)) return;
    await tunnel.connect({ ...goal, location: state.session.gateway.place.location });
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
      if (known().some(({ code, type }) => codes.includes(code) && isResidential(type)))
        return refuse('list_residential');
      // From here on without waiting: another client may change the lists.
      const { locationLists } = settings();
      const list = listNamed(name, locationLists);
      if (list === undefined && isTaken(name, known())) return refuse('list_name_taken');
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
      const { locationLists, server } = settings();
      const list = listNamed(name, locationLists);
      if (list === undefined) return refuse('list_unknown');
      const removed = locations === null ? list.locations : codesOf(locations);
      const missing = removed.find((code) => !list.locations.includes(code));
      if (missing !== undefined) return refuse('location_unknown', missing);
      const left = list.locations.filter((code) => !removed.includes(code));
      if (left.length > 0)
        return set({ locationLists: replaced(locationLists, list, { ...list, locations: left }) });
      const isDefault = plainName(server) === plainName(list.name);
      const done = set({
        locationLists: locationLists.filter((one) => one !== list),
        ...(isDefault ? { server: 'last' } : {}),
      });
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
