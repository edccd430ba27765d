import { repliesIn, type World } from './world.ts';
import { isReplyAddress, takeMail } from './features/support-tickets/index.ts';
import { createRateLimiter } from './platform/http/rate-limit.ts';
import { listenForAnswers, type MailIntake } from './platform/mail/mail-intake.ts';
import type { Outbox } from './platform/mail/outbox.ts';

/** Takes answers to tickets by mail, where there is a mailbox for them; null where there is none. */
export async function takeAnswers(
  world: Pick<World, 'settings' | 'keys' | 'db' | 'clock' | 'quick' | 'log'> & { readonly outbox: Outbox },
): Promise<MailIntake | null> {
  const { settings, keys, quick, clock, log } = world;
  const { mailbox, host, port, operators } = settings.answers;
  if (mailbox === null) return null;
  const limiter = createRateLimiter({ quick, clock, secret: keys.buckets });
  const { dashboardUrl } = settings;
  const deps = { ...world, limiter, operators, dashboardUrl, replies: repliesIn(world) };
  const intake = { host, port, log, knows: isReplyAddress(deps) };
  return listenForAnswers({ ...intake, take: (mail) => takeMail(deps, mail) });
}
