import { cometTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

export async function account(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  const done = await daemon.call('account', {});
  if (!done.ok) return refuse(done.error, out);
  const { email, emailVerified, device, subscription } = done.value;
  out.say(texts.account(email, device));
  if (!emailVerified) out.say(texts.emailUnverified);
  if (subscription === null) out.say(texts.noSubscription);
  else {
    const { state, activeUntil } = subscription;
    out.say(texts.subscription(texts.subscriptionState[state] ?? state, activeUntil.slice(0, 10)));
  }
  return true;
}
