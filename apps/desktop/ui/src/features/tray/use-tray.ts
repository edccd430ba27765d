import { formatText } from '@comet/texts';
import { homeTexts, noticeTexts, trayTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell, type Tray } from '../../platform/shell/index.ts';
import { canUnblock, excludedTrafficText, failureLine, fallbackText, remedyOf } from '../home/index.ts';

/** The actions of the tray's items. */
type TrayAction = 'show' | 'connect' | 'disconnect' | 'quit';

type Item = Tray['items'][number] & {
  readonly id: TrayAction | 'state' | 'reason' | 'fallback' | 'outside' | 'line';
};

const separator: Item = { id: 'line', label: '', enabled: false };

/** Returns the state and the quick actions for the tray. A snapshot of null or undefined as in `useSnapshot`. */
export function trayView(snapshot: Snapshot | null | undefined): Tray {
  const tooltip = stateText(snapshot);
  const fallback = snapshot ? fallbackText(snapshot, trayTexts.fallback) : null;
  const outside = snapshot ? excludedTrafficText(snapshot) : null;
  const items: Item[] = [
    { id: 'state', label: tooltip, enabled: false },
    ...reasonItems(snapshot),
    ...(fallback === null ? [] : [{ id: 'fallback', label: fallback, enabled: false } as const]),
    ...(outside === null ? [] : [{ id: 'outside', label: outside, enabled: false } as const]),
    ...quickActions(snapshot),
    separator,
    { id: 'show', label: trayTexts.show, enabled: true },
    { id: 'quit', label: trayTexts.quit, enabled: true },
  ];
  return { icon: iconOf(snapshot), tooltip, items };
}

/** Items about a failed connect. */
function reasonItems(snapshot: Snapshot | null | undefined): readonly Item[] {
  const remedy = snapshot ? remedyOf(snapshot) : null;
  return remedy === null ? [] : [{ id: 'reason', label: remedy.what, enabled: false }];
}

function quickActions(snapshot: Snapshot | null | undefined): readonly Item[] {
  if (!snapshot || snapshot.account === null) return [];
  const { state } = snapshot.tunnel;
  const connect: Item = { id: 'connect', label: homeTexts.connect, enabled: true };
  const disconnect: Item = { id: 'disconnect', label: homeTexts.disconnect, enabled: true };
  if (state === 'disconnected') return [connect];
  if (state === 'error')
    return [
      ...(snapshot.tunnel.reason === 'locked_down' ? [connect] : [{ ...connect, label: homeTexts.tryAgain }]),
      ...(canUnblock(snapshot) ? [{ ...disconnect, label: homeTexts.letOut }] : []),
    ];
  return [{ ...disconnect, enabled: state !== 'disconnecting' }];
}

function iconOf(snapshot: Snapshot | null | undefined): Tray['icon'] {
  if (!snapshot) return 'off';
  const { tunnel } = snapshot;
  if (tunnel.state === 'connected') return 'safe';
  if (tunnel.state === 'error') return tunnel.blocking ? 'broken' : 'off';
  return tunnel.state === 'disconnected' ? 'off' : 'running';
}

function stateText(snapshot: Snapshot | null | undefined): string {
  if (!snapshot) return trayTexts.away;
  const { tunnel } = snapshot;
  switch (tunnel.state) {
    case 'connected':
      return formatText(trayTexts.connected, { place: tunnel.place.city });
    case 'error':
      return tunnel.blocking ? homeTexts.blocked : homeTexts.open;
    case 'connecting':
      return homeTexts.connecting;
    case 'disconnecting':
      return homeTexts.disconnecting;
    case 'disconnected':
      return homeTexts.disconnected;
  }
}

/**
 * Updates the tray, confirms displayed snapshots to the daemon, executes clicked items, and shows notifications while the window is hidden.
 * `onQuit` opens the confirmation.
 */
export function useTray(snapshot: Snapshot | null | undefined, onQuit: () => void): void {
  const shell = useShell();
  const daemon = useDaemon();

  // Snapshots arrive each second with new counters; the tray changes only with the state.
  const wanted = JSON.stringify(trayView(snapshot));
  const tray = useMemo(() => JSON.parse(wanted) as ReturnType<typeof trayView>, [wanted]);
  const trayUpdate = useRef(Promise.resolve());
  useLayoutEffect(() => {
    // The desktop may have no tray.
    trayUpdate.current = shell.setTray(tray).catch(() => undefined);
  }, [shell, tray]);
  // After the effect above: the page shows the snapshot now, and the tray will soon.
  useLayoutEffect(() => {
    if (snapshot) void trayUpdate.current.then(() => daemon.shown(snapshot));
  }, [daemon, snapshot]);

  useEffect(
    () =>
      shell.onTray((id) => {
        if (id === 'connect') void daemon.send('connect', { location: null });
        if (id === 'disconnect') void daemon.send('disconnect', {});
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

/** Returns the notification for a change of state while the window is hidden; null for none. */
export function noticeOf(before: Snapshot | null, after: Snapshot | null): Notice | null {
  if (before === null || after === null || before.tunnel.state === after.tunnel.state) return null;
  const { tunnel } = after;
  if (tunnel.state === 'error')
    return {
      title: tunnel.blocking ? homeTexts.blocked : homeTexts.open,
      body: failureLine(after) ?? '',
    };
  if (tunnel.state === 'connected')
    return {
      title: homeTexts.connected,
      body: formatText(noticeTexts.connected, { city: tunnel.place.city, country: tunnel.place.countryName }),
    };
  if (tunnel.state === 'disconnected' && tunnel.refusal !== undefined)
    return {
      title: homeTexts.disconnected,
      body: failureLine(after) ?? '',
    };
  if (tunnel.state === 'disconnected' && before.tunnel.state !== 'disconnecting')
    return { title: homeTexts.disconnected, body: noticeTexts.ended };
  return null;
}
