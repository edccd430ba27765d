import { createSocket } from 'node:dgram';
import { isIpv6 } from '@comet/foundation';

/** The address of this machine that a new connection to an IP address would come from; null where no way leads there. Sends nothing. */
export function sourceTowards(address: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = createSocket(isIpv6(address) ? 'udp6' : 'udp4');
    const finish = (source: string | null): void => {
      socket.close();
      resolve(source);
    };
    socket.once('error', () => finish(null));
    socket.connect(port, address, () => finish(socket.address().address));
  });
}
