import { type CommandName, type DaemonSettings, freshSettings, type ParamsOf } from '@comet/tunnel-protocol';

/** The settings that a command changes. What is not here changes nothing. */
export const fakeChanges: {
  readonly [N in CommandName]?: (params: ParamsOf<N>, settings: DaemonSettings) => Partial<DaemonSettings>;
} = {
  'lockdown.set': ({ on }) => ({ lockdown: on }),
  'allow-lan.set': ({ on }) => ({ allowLan: on }),
  'auto-connect.set': ({ on }) => ({ autoConnect: on }),
  'post-quantum.set': ({ on }) => ({ postQuantum: on }),
  'protocol.set': ({ protocol }, { variant }) => ({
    protocol,
    variant: protocol === 'openvpn' ? variant : 'automatic',
  }),
  'variant.set': ({ variant }) => ({ variant }),
  'server.set': ({ server }) => ({ server }),
  'dns.set': ({ dns }) => ({ dns, ...(dns === null ? {} : { blockLists: freshSettings.blockLists }) }),
  'block-lists.set': ({ blockLists }) => ({ blockLists, dns: null }),
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
  'proxy.remove': ({ port }, { localProxies }) => ({
    localProxies: localProxies.filter((one) => one.port !== port),
  }),
};
