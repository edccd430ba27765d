import { cometTexts as texts } from '@comet/texts/tunnel';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { DaemonSocket } from './daemon-socket.ts';
import { describeFeatures } from './describe-features.ts';
import type { Invocation } from './parse-arguments.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

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
  const { protocol, variant } = done.value.settings;
  out.say(invocation.choice === 'protocol' ? texts.protocol[protocol] : texts.variant[variant]);
  return true;
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
