import { cometTexts as texts } from '@comet/texts/tunnel';
import type { DaemonSocket } from './daemon-socket.ts';
import { refuse } from './refuse.ts';
import type { Terminal } from './terminal.ts';

export async function account(daemon: DaemonSocket, out: Terminal): Promise<boolean> {
  const done = await daemon.call('account', {});
  if (!done.ok) return refuse(done.error, out);
  const { email, emailVerified, device, subscription, status, plan, activeUntil, renews, source } =
    done.value;
  out.say(texts.account(email, device));
  if (!emailVerified) out.say(texts.emailUnverified);
  if (subscription === null) out.say(texts.noSubscription);
  else {
    const { state } = subscription;
    out.say(
      texts.subscription(texts.subscriptionState[state] ?? state, subscription.activeUntil.slice(0, 10)),
    );
    if (plan !== null) out.say(texts.plan(plan.months));
    if (activeUntil !== null && state !== 'past_due')
      out.say(renews ? texts.renews(activeUntil.slice(0, 10)) : texts.ends(activeUntil.slice(0, 10)));
    if (status === 'inactive') out.say(texts.inactive);
    if (source === 'app_store' || source === 'play_store') out.say(texts.boughtIn[source]);
  }
  return true;
}
