import { blockedTexts, homeTexts, noticeTexts } from '@comet/texts/desktop';
import { say } from '@comet/texts';
import type { Snapshot } from '@comet/tunnel-protocol';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

/** What the system should say when one state follows another while nobody looks at the window; null for what is no news. */
export function noticeOf(before: Snapshot | null, after: Snapshot | null): Notice | null {
  if (before === null || after === null || before.tunnel.state === after.tunnel.state) return null;
  const { tunnel } = after;
  if (tunnel.state === 'error')
    return {
      title: tunnel.blocking ? homeTexts.blocked : homeTexts.open,
      body: say(tunnel.blocking ? homeTexts.heldBack : homeTexts.notHeldBack, {
        what: blockedTexts(tunnel.reason).what,
      }),
    };
  if (tunnel.state === 'connected')
    return {
      title: homeTexts.connected,
      body: say(noticeTexts.connected, { city: tunnel.place.city, country: tunnel.place.countryName }),
    };
  if (tunnel.state === 'disconnected' && tunnel.refusal !== undefined)
    return {
      title: homeTexts.disconnected,
      body: say(homeTexts.notHeldBack, { what: blockedTexts(tunnel.refusal).what }),
    };
  if (tunnel.state === 'disconnected' && before.tunnel.state !== 'disconnecting')
    return { title: homeTexts.disconnected, body: noticeTexts.ended };
  return null;
}
