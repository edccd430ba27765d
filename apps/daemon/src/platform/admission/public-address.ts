import { BlockList } from 'node:net';
import { lazyValue } from '@comet/foundation';

/** Networks that are not part of the public internet (RFC 6890) but that a machine could reach. */
const notPublic = lazyValue(() => {
  const networks = new BlockList();
  for (const [network, length] of [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
    ['224.0.0.0', 3],
  ] as const)
    networks.addSubnet(network, length, 'ipv4');
  return networks;
});

const publicV6 = lazyValue(() => {
  const networks = new BlockList();
  networks.addSubnet('2000::', 3, 'ipv6');
  return networks;
});

/** Whether an IP address belongs to the public internet, so that it is reached only through the tunnel. */
export function isPublic(address: string): boolean {
  return address.includes(':') ? publicV6().check(address, 'ipv6') : !notPublic().check(address, 'ipv4');
}
