import { cometTexts as texts } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { DaemonSocket } from './daemon-socket.ts';
import { describeFeatures } from './describe-features.ts';
import type { Invocation } from './parse-arguments.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

type Link = Extract<Snapshot['tunnel'], { state: 'connected' }>['link'];

/** What is chosen, a thought a line. */
export async function settings(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  const done = await daemon.call('status', {});
  if (!done.ok) return refuse(done.error, out);
  for (const line of describeSettings(done.value)) out.say(line);
  return true;
}

export async function set(
  daemon: DaemonSocket,
  invocation: Extract<Invocation, { command: 'set' }>,
  out: Terminal,
): Promise<boolean> {
  const done =
    invocation.choice === 'protocol'
      ? await daemon.call('protocol.set', { protocol: invocation.value })
      : await daemon.call('variant.set', { variant: invocation.value });
  if (!done.ok) return refuse(done.error, out);
  const { settings: chosen, tunnel } = done.value;
  const { protocol, variant } = chosen;
  out.say(invocation.choice === 'protocol' ? texts.protocol[protocol] : texts.variant[variant]);
  if (tunnel.state === 'connected' && !isChosen(tunnel.link, chosen))
    out.say(tunnel.fallbackFrom === undefined ? texts.nextConnect : texts.movesItself);
  return true;
}

/** Whether a tunnel is what a connect would try first now. */
function isChosen(link: Link, { protocol, variant }: Snapshot['settings']): boolean {
  if (link.protocol !== (protocol === 'automatic' ? 'wireguard' : protocol)) return false;
  return link.protocol !== 'openvpn' || variant === 'automatic' || link.variant === variant;
}

function describeSettings(snapshot: Snapshot): readonly string[] {
  const chosen = snapshot.settings;
  return [
    texts.protocol[chosen.protocol],
    ...(chosen.protocol === 'openvpn' ? [texts.variant[chosen.variant]] : []),
    texts.lockdown[chosen.lockdown ? 'on' : 'off'],
    texts.lan[chosen.allowLan ? 'on' : 'off'],
    ...describeFeatures(snapshot),
  ];
}
