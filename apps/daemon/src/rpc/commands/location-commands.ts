import { errorCodes } from '@comet/contract';
import { err, ok, type Result, isIp } from '@comet/foundation';
import {
  type BlockListName,
  isAnyCity,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
  type TransportChoice,
} from '@comet/tunnel-protocol';
import { refusalOf } from '../../account/interpret-poll-failure.ts';
import { dedicatedOf } from '../../gateways/resolve-dedicated-ip.ts';
import type { Favourites } from '../../account/favourites.ts';
import { isOneGateway } from '../../gateways/attempts/connection-attempts-for.ts';
import { isResidential } from '../../model/gateway-exit.ts';
import type { Directory } from '../../gateways/directory.ts';
import { listNamed, matchLocation } from '../../gateways/match-location.ts';
import type { Api } from '../../platform/control-plane/api.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import { waitWithTimeout } from '../../tickets/wait-with-timeout.ts';
import { type Goal, type Dedicated, fresh } from '../../model/goal.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';

interface Parts {
  readonly file: Pick<StateFile, 'current'>;
  /** Whether a tunnel is up that a connect would end. */
  readonly isConnected?: () => boolean;
  readonly api: Api;
  readonly directory: Directory;
}

const refused = (code: keyof typeof errorCodes): RequestFailure => ({
  error: 'api_refused',
  detail: errorCodes[code].text,
});

/** How one of the account's dedicated addresses is reached now, or the reason why it is not. */
export async function dedicatedGoal(
  { api, directory }: Pick<Parts, 'api' | 'directory'>,
  address: string,
  signal: AbortSignal,
): Promise<Result<Dedicated, RequestFailure>> {
  if (!isIp(address)) return err({ error: 'address_unknown', detail: null });
  const reply = await api.call('listServices', { signal });
  if (!reply.ok) return err(refusalOf(reply.error));
  const service = reply.value.services.find((one) => one.address === address && one.state === 'active');
  if (service === undefined) return err({ error: 'address_unknown', detail: null });
  if (service.stopped) return err(refused('spending_stopped'));
  const goal = dedicatedOf(service);
  if (goal === null) return err(refused('exit_unavailable'));
  const isKnown = () => directory.destinationsFor({ location: null, dedicated: goal }, fresh)?.wanted[0];
  if (isKnown() === undefined) await directory.refresh(signal);
  return isKnown() === undefined ? err(refused('exit_unavailable')) : ok(goal);
}

/**
 * Returns what a residential location lacks for a connect: an online exit, permission to use it, or data. Null if nothing is missing, if
 * the location is of another type, and if the API does not respond: then the connect fails, unless it would end an existing tunnel for
 * that.
 */
export async function missingForLocation(
  { file, api, directory, isConnected = () => false }: Parts,
  location: string,
  signal: AbortSignal,
): Promise<RequestFailure | null> {
  const residential = () => {
    const all = directory.locations() ?? [];
    const codes = matchLocation(location, all, file.current.settings.locationLists);
    return all.find(({ code, type }) => codes.includes(code) && isResidential(type));
  };
  if (residential() === undefined) return null;
  const isLive = () => (directory.destinationsFor({ location }, fresh)?.wanted.length ?? 0) > 0;
  if (!isLive()) await directory.refresh(signal);
  if (!isLive()) return refused('exit_unavailable');
  const reply = await api.call('showResidentialData', { signal });
  if (!reply.ok) return isConnected() ? refusalOf(reply.error) : null;
  if (reply.value.stopped) return refused('spending_stopped');
  const isMetered = residential()?.type === 'native_residential';
  return isMetered && reply.value.availableBytes <= 0 ? refused('residential_data_required') : null;
}

/** Returns the codes of the available residential locations in the countries that match a text. */
function residentialCodesIn(
  text: string,
  { locations, online }: Pick<Directory, 'locations' | 'online'>,
): string[] {
  const all = locations() ?? [];
  const codes = matchLocation(text, all);
  const countries = new Set(all.filter(({ code }) => codes.includes(code)).map(({ country }) => country));
  return all
    .filter(({ code, country, type }) => countries.has(country) && isResidential(type) && online(code))
    .map(({ code }) => code);
}

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface LocationCommandParts {
  readonly file: StateFile;
  readonly api: Api;
  readonly directory: Directory;
  readonly favourites: Favourites;
  /** Calls back after a delay in ms; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  /** Sends clients the changes that do not concern the tunnel. */
  readonly announce: () => void;
  /** Called when a client is likely to connect soon. */
  readonly prefetch: () => void;
  /** The chosen protocol or variant, if no gateway of a location offers it. */
  readonly lacking: (location: string | null, isBehindEntry?: boolean) => TransportChoice | null;
  /** The chosen block lists that no gateway of a location has. */
  readonly missingLists: (location: string) => readonly BlockListName[];
  /** Whether a tunnel is up that a connect would end. */
  readonly isConnected: () => boolean;
  now(): CommandReply;
  /** Adds the state of this daemon to a refusal. */
  explained(failure: RequestFailure): Result<never, RequestFailure>;
  /** Registers a command, which supersedes earlier ones. The returned function returns whether it is still the last. */
  startCommand(): () => boolean;
  /** Connects to the goal, unless a later command supersedes it. */
  connectTo(goal: Goal, isLatest: () => boolean): CommandReply;
}

/** Maximum time in ms to wait for a newer list if there is one already. The refresh continues and stores a later result. */
const listTimeout = 1_500;

/** The commands about locations: list, favourite and connect. */
export function locationCommandsOf(parts: LocationCommandParts) {
  const { file, directory, now, explained, connectTo } = parts;
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  /** Whether a location that is not found is the name of a list, whose locations are all gone. */
  const isEmptyList = (location: string | null): boolean =>
    location !== null &&
    listNamed(location, file.current.settings.locationLists) !== undefined &&
    !directory.hasLocation(location);
  return {
    locations: async (
      _: object,
      { signal }: Caller,
    ): Promise<Result<ResultOf<'locations'>, RequestFailure>> => {
      parts.prefetch();
      void parts.favourites.refresh().then(parts.announce, parts.announce);
      // An old list is better than none, and than a long wait: the failure is returned only if there is no list.
      const refreshing = directory.refresh(signal);
      if (directory.locations() === null) await refreshing;
      else await waitWithTimeout(listTimeout, refreshing, parts.after);
      const locations = directory.locations();
      if (locations === null)
        return explained({
          error: (await refreshing).ok ? 'internal_error' : 'api_unreachable',
          detail: null,
        });
      return ok({
        locations: locations.toSorted(byName).map((location) => {
          const { code, country, countryName, city, type, features } = location;
          return {
            code,
            country,
            countryName,
            city,
            type,
            online: directory.online(code),
            ...directory.about(location),
            features,
            ...(isAnyCity(code) ? { anyCity: true } : {}),
            lacks: parts.lacking(code),
            missingLists: [...parts.missingLists(code)],
          };
        }),
      });
    },
    'locations.homes': ({
      location,
    }: ParamsOf<'locations.homes'>): Promise<Result<ResultOf<'locations.homes'>, RequestFailure>> =>
      Promise.resolve(ok({ codes: residentialCodesIn(location, directory) })),
    connect: async ({ location, via = null, dedicated = null }: ParamsOf<'connect'>, { signal }: Caller) => {
      if (file.current.account === null) return refuse('not_signed_in');
      const isLatest = parts.startCommand();
      if (dedicated !== null) {
        const goal = await dedicatedGoal(parts, dedicated, signal);
        return goal.ok
          ? connectTo({ location: null, dedicated: goal.value }, isLatest)
          : explained(goal.error);
      }
      const isUnknown = () =>
        [location, via].some((named) => named !== null && !directory.hasLocation(named));
      // A newer list may have a location that an older one lacks.
      if (isUnknown()) await directory.refresh(signal);
      if (isUnknown())
        return refuse(isEmptyList(location) || isEmptyList(via) ? 'list_empty' : 'location_unknown');
      const lacked = () => lackedBy(parts, location, via);
      if (lacked() !== null) await directory.refresh(signal);
      const lacking = lacked();
      if (lacking !== null) return refuse(lacking.error, lacking.choice);
      const missing = location === null ? null : await missingForLocation(parts, location, signal);
      if (missing !== null) return err(missing);
      // An existing tunnel is not ended to wait for an offline location.
      if (parts.isConnected() && (await isOffline(directory, [location, via], signal)))
        return refuse('location_offline');
      if (via === null) return connectTo({ location }, isLatest);
      const goal = { location, via };
      const isOne = () => isOneGateway(directory, file.current.settings, goal);
      if (isOne()) await directory.refresh(signal);
      return isOne() ? refuse('entry_is_exit') : connectTo(goal, isLatest);
    },
    'favourite.set': async ({ location, on }: ParamsOf<'favourite.set'>) => {
      if (directory.locations()?.every(({ code }) => code !== location) !== false)
        return refuse('location_unknown');
      const marked = await parts.favourites.mark(location, on);
      if (!marked.ok) return explained(marked.error);
      parts.announce();
      return now();
    },
  };
}

/** What the locations of a goal lack: a transport concerns the entry, which the packets of this machine are sent to. */
function lackedBy(
  { lacking }: Pick<LocationCommandParts, 'lacking'>,
  location: string | null,
  via: string | null,
): {
  readonly error: 'protocol_unavailable' | 'entry_lacks_transport';
  readonly choice: TransportChoice;
} | null {
  const there = lacking(location, via !== null);
  if (there !== null) return { error: 'protocol_unavailable', choice: there };
  const atEntry = via === null ? null : lacking(via);
  return atEntry === null ? null : { error: 'entry_lacks_transport', choice: atEntry };
}

/** Compares by the names of country and city, in English collation. */
function byName(one: Named, other: Named): number {
  return one.countryName === other.countryName
    ? one.city.localeCompare(other.city, 'en')
    : one.countryName.localeCompare(other.countryName, 'en');
}

type Named = Pick<ResultOf<'locations'>['locations'][number], 'countryName' | 'city'>;

/** Whether one of these locations has no gateway online, by the newest available list. */
async function isOffline(
  directory: Pick<Directory, 'destinationsFor' | 'refresh'>,
  locations: readonly (string | null)[],
  signal: AbortSignal,
): Promise<boolean> {
  const named = locations.filter((location) => location !== null);
  const isAny = () =>
    named.some((location) => (directory.destinationsFor({ location }, fresh)?.wanted ?? []).length === 0);
  if (isAny()) await directory.refresh(signal);
  return isAny();
}
