import { err, ok, type Result } from '@comet/foundation';
import {
  type CommandName,
  commands,
  type ParamsOf,
  type ResultOf,
  type Snapshot,
  type DaemonSettings,
  type NetworkRule,
  type Profile,
  type Route,
  subjectOf,
  freshSettings,
} from '@comet/tunnel-protocol';
import type { Daemon, DaemonFailure } from './use-daemon.tsx';

const profileSettings = (settings: Omit<Profile, 'name'>): Omit<Profile, 'name'> => {
  const { server, protocol, variant, wireguardPort, wireguardOver, dns, blockLists, splitTunnel } = settings;
  return { server, protocol, variant, wireguardPort, wireguardOver, dns, blockLists, splitTunnel };
};

const keyOf = ({ protocol, port }: ParamsOf<'forward.add'>): string => `${protocol} ${port}`;

/** The settings that each command changes; other commands change none. */
const fakeChanges: {
  readonly [N in CommandName]?: (params: ParamsOf<N>, settings: DaemonSettings) => Partial<DaemonSettings>;
} = {
  'lockdown.set': ({ on }) => ({ lockdown: on }),
  'allow-lan.set': ({ on }) => ({ allowLan: on }),
  'auto-connect.set': ({ on }) => ({ autoConnect: on }),
  'metered.set': ({ metered }) => ({ metered }),
  'post-quantum.set': ({ on }) => ({ postQuantum: on }),
  'protocol.set': ({ protocol }, { variant, wireguardOver, wireguardPort }) => ({
    protocol,
    variant: protocol === 'openvpn' ? variant : 'automatic',
    wireguardPort: protocol === 'openvpn' ? 'automatic' : wireguardPort,
    wireguardOver: protocol === 'openvpn' ? 'automatic' : wireguardOver,
  }),
  'wireguard-port.set': ({ port }, { wireguardOver }) => ({
    wireguardPort: port,
    wireguardOver: port === 'automatic' || wireguardOver === 'direct' ? wireguardOver : 'automatic',
  }),
  'wireguard-over.set': ({ over }, { wireguardPort }) => ({
    wireguardOver: over,
    wireguardPort: over === 'automatic' || over === 'direct' ? wireguardPort : 'automatic',
  }),
  'variant.set': ({ variant }) => ({ variant }),
  'server.set': ({ server }) => ({ server }),
  'dns.set': ({ dns }) => ({ dns, ...(dns === null ? {} : { blockLists: freshSettings.blockLists }) }),
  'block-lists.set': ({ blockLists }) => ({ blockLists, dns: null }),
  'split-dns.add': (added, { splitDns }) => ({
    splitDns: [...splitDns.filter(({ domain }) => domain !== added.domain), added],
  }),
  'split-dns.remove': ({ domain }, { splitDns }) => ({
    splitDns: splitDns.filter((one) => one.domain !== domain),
  }),
  pause: ({ seconds }) => ({ pausedUntil: new Date(Date.now() + seconds * 1000).toISOString() }),
  resume: () => ({ pausedUntil: null }),
  'network.trust': ({ name }, { trustedNetworks }) => ({
    trustedNetworks: [...trustedNetworks, { id: 'ab'.repeat(16), name: name ?? 'FRITZ!Box 7590' }],
  }),
  'network.distrust': ({ name }, { trustedNetworks }) => ({
    trustedNetworks: trustedNetworks.filter((network) => network.name !== name),
  }),
  'split.set': ({ mode }, { splitTunnel }) => ({ splitTunnel: { ...splitTunnel, mode } }),
  'split.add': (item, { splitTunnel }) => ({
    splitTunnel:
      item.kind === 'app'
        ? { ...splitTunnel, apps: [...splitTunnel.apps, item.path] }
        : { ...splitTunnel, networks: [...splitTunnel.networks, item.network] },
  }),
  'split.remove': (item, { splitTunnel }) => ({
    splitTunnel:
      item.kind === 'app'
        ? { ...splitTunnel, apps: splitTunnel.apps.filter((path) => path !== item.path) }
        : { ...splitTunnel, networks: splitTunnel.networks.filter((one) => one !== item.network) },
  }),
  'proxy.add': (proxy, { localProxies }) => ({
    localProxies: [
      ...localProxies.filter(({ port }) => port !== proxy.port),
      { ...proxy, session: 'a1b2c3d4e5f6' },
    ],
  }),
  'forward.add': (added, { forwardedPorts }) => ({
    forwardedPorts: [...forwardedPorts.filter((one) => keyOf(one) !== keyOf(added)), added],
  }),
  'forward.remove': (removed, { forwardedPorts }) => ({
    forwardedPorts: forwardedPorts.filter((one) => keyOf(one) !== keyOf(removed)),
  }),
  'location-list.add': ({ name, locations }, { locationLists }) => {
    const list = locationLists.find((one) => one.name === name);
    const all = [...new Set([...(list?.locations ?? []), ...locations])];
    return { locationLists: [...locationLists.filter((one) => one !== list), { name, locations: all }] };
  },
  'location-list.remove': ({ name, locations }, { locationLists }) => ({
    locationLists: locationLists
      .map((list) =>
        list.name === name
          ? { name, locations: list.locations.filter((code) => locations?.includes(code) === false) }
          : list,
      )
      .filter((list) => list.locations.length > 0),
  }),
  'profile.save': ({ name }, settings) => ({
    profiles: [
      ...settings.profiles.filter((one) => one.name !== name),
      { name, ...profileSettings(settings) },
    ],
  }),
  'profile.use': ({ name }, { profiles }) => {
    const profile = profiles.find((one) => one.name === name);
    return profile === undefined ? {} : profileSettings(profile);
  },
  'profile.rename': ({ name, to }, { profiles }) => ({
    profiles: profiles.map((one) => (one.name === name ? { ...one, name: to } : one)),
  }),
  'profile.remove': ({ name }, { profiles }) => ({
    profiles: profiles.filter((one) => one.name !== name),
  }),
  'network-rule.set': ({ name, rule }, { networkRules }) => {
    const former = networkRules.find((one) => one.name === name);
    const added = {
      ...{ id: 'cd'.repeat(16), name: name ?? 'FRITZ!Box 7590' },
      ...{ connect: null, server: null, transport: null, allowLan: null, dns: null },
      ...former,
      ...(rule as Partial<NetworkRule>),
    };
    return { networkRules: [...networkRules.filter((one) => one !== former), added] };
  },
  'network-rule.remove': ({ name }, { networkRules }) => ({
    networkRules: networkRules.filter((one) => one.name !== name),
  }),
  'route.add': ({ subject, to }, { routes }) => {
    const added: Route = { ...subject, to };
    return { routes: [...routes.filter((one) => subjectOf(one) !== subjectOf(added)), added] };
  },
  'route.remove': ({ subject }, { routes }) => {
    const removed: Route = { ...subject, to: '' };
    return { routes: routes.filter((one) => subjectOf(one) !== subjectOf(removed)) };
  },
  'statistics.set': ({ on }) => ({ statistics: on }),
  'data-budget.set': ({ bytes }) => ({ dataBudget: bytes }),
  'proxy.add-location': ({ location, port }, { locationProxies }) => ({
    locationProxies: [
      ...locationProxies.filter((one) => one.port !== port),
      { port: port ?? 8100, location },
    ],
  }),
  'proxy.remove': ({ port }, { localProxies, locationProxies }) => ({
    localProxies: localProxies.filter((one) => one.port !== port),
    locationProxies: locationProxies.filter((one) => one.port !== port),
  }),
};

export type Replies = {
  readonly [N in CommandName]?: (
    params: ParamsOf<N>,
    snapshot: Snapshot,
  ) => Result<ResultOf<N>, DaemonFailure>;
};

export interface FakeDaemon extends Daemon {
  /** Publishes another snapshot; null makes the daemon unreachable. */
  become(snapshot: Snapshot | null): void;
  /** The received commands, latest last. */
  readonly received: readonly { readonly command: CommandName; readonly params: unknown }[];
}

/** A daemon that executes commands at once, without a network: for tests and previews of screens. */
export function fakeDaemon(first: Snapshot | null, responses: Replies = {}): FakeDaemon {
  const listeners = new Set<(snapshot: Snapshot | null) => void>();
  const received: { command: CommandName; params: unknown }[] = [];
  let now = first;

  const become = (snapshot: Snapshot | null): void => {
    now = snapshot;
    for (const listener of listeners) listener(snapshot);
  };

  return {
    received,
    become,
    follow(listener) {
      listeners.add(listener);
      listener(now);
      return () => void listeners.delete(listener);
    },
    trouble: () => null,
    shown: () => undefined,
    send: async <N extends CommandName>(command: N, params: ParamsOf<N>) => {
      received.push({ command, params });
      if (now === null) return err({ error: 'daemon_away', detail: null });
      const response = responses[command];
      if (response !== undefined) {
        const given = response(params, now);
        if (given.ok && isSnapshot(given.value)) become(given.value);
        return given;
      }
      const change = fakeChanges[command]?.(params, now.settings);
      if (change !== undefined) become({ ...now, settings: { ...now.settings, ...change } });
      const result = commands[command].result.safeParse(now);
      return result.success
        ? ok(result.data as ResultOf<N>)
        : err({ error: 'unknown_command', detail: null });
    },
  };
}

function isSnapshot(value: unknown): value is Snapshot {
  return commands.status.result.safeParse(value).success;
}
