import { cometTexts, localProxyTexts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { featureWords } from './describe-features.ts';
import type { Feature } from './features.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

/** Has the daemon do it, and says what holds from then on. */
export async function carryOutFeature(
  { command, params }: Feature,
  daemon: DaemonSocket,
  out: Terminal,
): Promise<boolean> {
  const done = await daemon.call(command, params);
  if (!done.ok) return refuse(done.error, out);
  const { settings, missingLists, proxyTrouble, tunnel } = done.value;
  out.say(featureWords[command](settings, missingLists));
  if (command === 'network.trust' && tunnel.state === 'disconnected') out.say(cometTexts.unprotected);
  if (command === 'proxy.list' && settings.localProxies.length > 0 && proxyTrouble)
    out.complain(localProxyTexts[proxyTrouble]);
  return true;
}
