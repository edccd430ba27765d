import { err, type Result } from '@comet/foundation';
import {
  areRoutesUsable,
  type DaemonSettings,
  locationsOf,
  maxRouteLocations,
  maxRoutes,
  type ParamsOf,
  parseSite,
  plainDestinations,
  type Route,
  type Snapshot,
  subjectOf,
} from '@comet/tunnel-protocol';
import type { Directory } from '../../gateways/directory.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { Splitter } from '../../split/splitter.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';
import { locationCodes } from './location-codes.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;
type Subject = ParamsOf<'route.add'>['subject'];

interface RouteCommandParts {
  readonly directory: Pick<Directory, 'locations' | 'refresh'>;
  readonly file: Pick<StateFile, 'current'>;
  readonly splitter: Pick<Splitter, 'supportsPrograms'>;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply;
  now(): CommandReply;
}

/** The commands about routes of sites and programs. */
export function routeCommandsOf({ directory, file, splitter, set, now }: RouteCommandParts) {
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  const routes = () => file.current.settings.routes;

  return {
    'route.list': now,
    'route.add': async ({ subject, to }: ParamsOf<'route.add'>, { signal }: Caller): CommandReply => {
      const canonical = canonicalSubject(subject);
      if (canonical === null) return refuse('route_site_invalid');
      if (canonical.kind === 'app' && !(await splitter.supportsPrograms))
        return refuse('split_apps_unavailable');
      const isPlain = plainDestinations.some((plain) => plain === to);
      const codes = isPlain ? [to] : await locationCodes(directory, to, signal);
      const [destination] = codes;
      if (destination === undefined) return refuse('location_unknown', to);
      if (codes.length > 1) return refuse('route_location_ambiguous', to);
      // From here on without waiting: another client may change the routes.
      const added: Route = { ...canonical, to: destination };
      const former = routes().findIndex((one) => isSame(one, added));
      const changed = former === -1 ? [...routes(), added] : routes().with(former, added);
      if (changed.length > maxRoutes) return refuse('route_too_many');
      const { locationProxies } = file.current.settings;
      const areTooMany = locationsOf(changed, locationProxies).length > maxRouteLocations;
      return areTooMany || !areRoutesUsable(changed)
        ? refuse('route_too_many_locations')
        : set({ routes: changed });
    },
    'route.remove': async ({ subject }: ParamsOf<'route.remove'>): CommandReply => {
      const canonical = canonicalSubject(subject);
      const left = routes().filter((one) => canonical === null || !isSame(one, { ...canonical, to: '' }));
      return left.length === routes().length ? refuse('route_unknown') : set({ routes: left });
    },
  };
}

function isSame(one: Route, other: Route): boolean {
  return one.kind === other.kind && subjectOf(one) === subjectOf(other);
}

/** The subject with its site as a domain; null if it is none. */
function canonicalSubject(subject: Subject): Subject | null {
  if (subject.kind === 'app') return subject;
  const site = parseSite(subject.site);
  return site === null ? null : { kind: 'site', site };
}
