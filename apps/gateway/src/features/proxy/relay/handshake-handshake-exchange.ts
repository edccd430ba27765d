import { promises as dns } from 'node:dns';
import { isIp } from '@comet/foundation';
import type { Step } from '../egress/upstream-handshake.ts';

/** Says something and lets `receive` have what is answered until that is enough; false where it never is. */
export type HandshakeExchange = (say: Buffer, receive: (bytes: Buffer) => boolean) => Promise<boolean>;

/** Goes through the steps; what was said behind the last answer, or null where one of them was refused. */
export async function exchangeHandshake(
  steps: readonly Step[],
  handshakeExchange: HandshakeExchange,
): Promise<Buffer | null> {
  let received: Buffer = Buffer.alloc(0);
  for (const step of steps) {
    let read: ReturnType<Step['read']> = 'more';
    const isWhole = await handshakeExchange(step.say, (bytes) => {
      received = Buffer.concat([received, bytes]);
      read = step.read(received);
      return read !== 'more';
    });
    if (!isWhole || typeof read !== 'number') return null;
    received = received.subarray(read);
  }
  return received;
}

/** A provider may be known by name, which is asked as any program of this machine asks. */
export function addressOf(host: string): Promise<string | null> | string {
  if (isIp(host)) return host;
  return dns.lookup(host).then(
    ({ address }) => address,
    () => null,
  );
}
