import { randomBytes } from 'node:crypto';
import { countryNameOf, err, type Result, taskQueue } from '@comet/foundation';
import {
  type DaemonSettings,
  locationsOf,
  maxProxies,
  maxRouteLocations,
  type ParamsOf,
  type Snapshot,
} from '@comet/tunnel-protocol';
import type { Directory } from '../../gateways/directory.ts';
import type { LocalProxies } from '../../proxy/local-proxies.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';
import { locationCodes } from './location-codes.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

export interface ProxyCommandParts {
  readonly proxies: Pick<LocalProxies, 'open' | 'shut'>;
  readonly settings: () => DaemonSettings;
}

/** The first port that is chosen for a proxy, and how many are tried: other programs may use some. */
const firstPort = 8100;
const maxTries = 64;

/** The commands of local proxies. `directory`: knows the locations. */
export function proxyCommandsOf(
  { proxies, settings }: ProxyCommandParts,
  directory: Pick<Directory, 'locations' | 'refresh'>,
  set: (part: Partial<DaemonSettings>) => CommandReply,
  now: () => CommandReply,
) {
  /** One change at a time: two would choose the same port, and the second one would replace the first. */
  const next = taskQueue();
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });
  /** The proxies at other ports. */
  const without = (port: number | null) => {
    const { localProxies, locationProxies } = settings();
    return {
      localProxies: localProxies.filter((one) => one.port !== port),
      locationProxies: locationProxies.filter((one) => one.port !== port),
    };
  };
  const countOf = ({ localProxies, locationProxies }: ReturnType<typeof without>) =>
    localProxies.length + locationProxies.length;

  /** Opens a proxy at the port, or at the first free one from 8100 on; null if other programs use them. */
  async function openAt(location: string, port: number | null): Promise<number | null> {
    if (port !== null) return (await proxies.open({ port, location })) ? port : null;
    const { localProxies, locationProxies } = settings();
    const taken = new Set([...localProxies, ...locationProxies].map((one) => one.port));
    for (let free = firstPort; free < firstPort + maxTries; free += 1)
      if (!taken.has(free) && (await proxies.open({ port: free, location }))) return free;
    return null;
  }

  async function addResidential(params: ParamsOf<'proxy.add'>) {
    if (params.country !== null && countryNameOf(params.country) === null) return refuse('country_unknown');
    if (countOf(without(params.port)) >= maxProxies) return refuse('proxy_too_many');
    const added = { ...params, session: randomBytes(6).toString('hex') };
    if (!(await proxies.open(added))) return refuse('proxy_port_taken');
    const others = without(params.port);
    return set({ ...others, localProxies: [...others.localProxies, added].toSorted(byPort) });
  }

  async function addLocation(location: string, port: number | null) {
    if (countOf(without(port)) >= maxProxies) return refuse('proxy_too_many');
    const wanted = [...without(port).locationProxies, { location }];
    if (locationsOf(settings().routes, wanted).length > maxRouteLocations)
      return refuse('proxy_too_many_locations');
    const opened = await openAt(location, port);
    if (opened === null) return refuse('proxy_port_taken');
    const others = without(opened);
    const added = { port: opened, location };
    return set({ ...others, locationProxies: [...others.locationProxies, added].toSorted(byPort) });
  }

  async function remove(port: number) {
    const left = without(port);
    if (countOf(left) === countOf(without(null))) return refuse('proxy_unknown');
    await proxies.shut(port);
    return set(left);
  }

  return {
    'proxy.list': now,
    'proxy.add': (params: ParamsOf<'proxy.add'>) => next(() => addResidential(params)),
    'proxy.add-location': async (
      { location: typed, port }: ParamsOf<'proxy.add-location'>,
      { signal }: Caller,
    ) => {
      const codes = await locationCodes(directory, typed, signal);
      const [location] = codes;
      if (location === undefined) return refuse('location_unknown', typed);
      if (codes.length > 1) return refuse('proxy_location_ambiguous', typed);
      return next(() => addLocation(location, port));
    },
    'proxy.remove': ({ port }: ParamsOf<'proxy.remove'>) => next(() => remove(port)),
  };
}

function byPort(one: { readonly port: number }, other: { readonly port: number }): number {
  return one.port - other.port;
}
