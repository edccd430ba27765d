import type { Snapshot } from '@comet/tunnel-protocol';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';
import { trayView } from './tray-view.ts';
import { blockedTexts, homeTexts, noticeTexts } from '@comet/texts/desktop';
import { say } from '@comet/texts';

/** Keeps the tray true, tells the daemon what it and the page show, carries out what is pressed there, and says what changes while nobody looks. `onQuit` asks before it ends the app. */
export function useTray(snapshot: Snapshot | null | undefined, onQuit: () => void): void {
  const shell = useShell();
  const daemon = useDaemon();

  // Snapshots come each second with new counters; the tray changes with the state.
  const wanted = JSON.stringify(trayView(snapshot));
  const tray = useMemo(() => JSON.parse(wanted) as ReturnType<typeof trayView>, [wanted]);
  const told = useRef(Promise.resolve());
  useLayoutEffect(() => {
    // A desktop without a tray goes without.
    told.current = shell.setTray(tray).catch(() => undefined);
  }, [shell, tray]);
  // Behind the effect before: the page has the snapshot now, and the tray soon.
  useLayoutEffect(() => {
    if (snapshot) void told.current.then(() => daemon.shown(snapshot));
  }, [daemon, snapshot]);

  useEffect(
    () =>
      shell.onTray((id) => {
        if (id === 'connect') void daemon.ask('connect', { location: null });
        if (id === 'disconnect') void daemon.ask('disconnect', {});
        if (id === 'show') void shell.showWindow();
        if (id === 'quit') onQuit();
      }),
    [shell, daemon, onQuit],
  );

  const before = useRef<Snapshot | null>(null);
  useEffect(() => {
    const notice = noticeOf(before.current, snapshot ?? null);
    before.current = snapshot ?? null;
    if (notice !== null && !document.hasFocus()) void shell.notify(notice.title, notice.body);
  }, [shell, snapshot]);
}

interface Notice {
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
