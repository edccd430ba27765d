import { nft, type NftBatch } from '@comet/linux-network';

/**
 * The firewall of a bridge, which replaces earlier rules: its programs may respond to their clients and contact the forwarder, nothing
 * else. So clients of the Shadowsocks server cannot reach another host or service through it.
 */
export function bridgeRules(user: number, forwarderPort: number): NftBatch {
  return nft`add table inet comet_bridge
delete table inet comet_bridge
table inet comet_bridge {
chain output {
type filter hook output priority filter; policy accept;
meta skuid != ${user} accept
ct direction reply accept
ip daddr ${'127.0.0.1'} tcp dport ${forwarderPort} accept
drop
}
}`;
}
