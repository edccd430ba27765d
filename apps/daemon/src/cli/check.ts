import { featureTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Says how this machine is seen from outside; false where that gives it away. */
export async function check(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  out.progress(texts.checking);
  const done = await daemon.call('check', {});
  if (!done.ok) return refuse(done.error, out);
  const { verdict, leaks, exit, askers } = done.value;
  for (const [family, address] of [
    ['IPv4', exit.ipv4],
    ['IPv6', exit.ipv6],
  ] as const)
    out.say(address === null ? texts.notSeen(family) : texts.seenAs(family, address));
  if (askers.length > 0) out.say(texts.askedBy(askers));
  out.say(texts.verdict[verdict]);
  for (const leak of leaks) out.say(texts.leak[leak]);
  return verdict !== 'leaking';
}
