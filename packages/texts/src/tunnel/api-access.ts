import type { AccessMethod } from '@comet/tunnel-protocol';

/** Names of the ways to reach Comet. */
export const accessMethodNames: Readonly<Record<AccessMethod, string>> = {
  direct: 'Direct',
  pinned: 'Known addresses, without DNS',
  doh: 'DNS over HTTPS',
  gateway: 'Through a Comet server',
  bridge: 'Through a bridge',
  socks5: 'Your SOCKS5 proxy',
  shadowsocks: 'Your Shadowsocks server',
};
