import { promises as dns } from 'node:dns';
import { isIp } from '@comet/foundation';
import type { Step } from './upstream-handshake.ts';

/** Says something and lets `hear` have what is answered until that is enough; false where it never is. */
export type Exchange = (say: Buffer, hear: (bytes: Buffer) => boolean) => Promise<boolean>;

/** Goes through the steps; what was said behind the last answer, or null where one of them was refused. */
export async function converse(steps: readonly Step[], exchange: Exchange): Promise<Buffer | null> {
  let heard: Buffer = Buffer.alloc(0);
  for (const step of steps) {
    let read: ReturnType<Step['read']> = 'more';
    const isWhole = await exchange(step.say, (bytes) => {
      heard = Buffer.concat([heard, bytes]);
      read = step.read(heard);
      return read !== 'more';
    });
    if (!isWhole || typeof read !== 'number') return null;
    heard = heard.subarray(read);
  }
  return heard;
}

/** A provider may be known by name, which is asked as any program of this machine asks. */
export function addressOf(host: string): Promise<string | null> | string {
  if (isIp(host)) return host;
  return dns.lookup(host).then(
    ({ address }) => address,
    () => null,
  );
}
