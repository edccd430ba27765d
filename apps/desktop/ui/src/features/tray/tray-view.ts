import { blockedTexts, homeTexts, trayTexts } from '@comet/texts/desktop';
import { say } from '@comet/texts';
import type { Snapshot } from '@comet/tunnel-protocol';
import type { Tray } from '../../platform/shell/index.ts';
import { canLetOut, fallbackLine, outsideLine, reasonOf } from '../home/index.ts';

/** What the items of the tray stand for. */
export type TrayAct = 'show' | 'connect' | 'disconnect' | 'quit';

type Item = Tray['items'][number] & {
  readonly id: TrayAct | 'state' | 'reason' | 'fallback' | 'outside' | 'line';
};

const line: Item = { id: 'line', label: '', enabled: false };

/** The state and the quick actions, for a tray. Null and undefined as `useSnapshot` gives them. */
export function trayView(snapshot: Snapshot | null | undefined): Tray {
  const says = saying(snapshot);
  const fallback = snapshot ? fallbackLine(snapshot, trayTexts.fallback) : null;
  const outside = snapshot ? outsideLine(snapshot) : null;
  const items: Item[] = [
    { id: 'state', label: says, enabled: false },
    ...whyNot(snapshot),
    ...(fallback === null ? [] : [{ id: 'fallback', label: fallback, enabled: false } as const]),
    ...(outside === null ? [] : [{ id: 'outside', label: outside, enabled: false } as const]),
    ...quickActions(snapshot),
    line,
    { id: 'show', label: trayTexts.show, enabled: true },
    { id: 'quit', label: trayTexts.quit, enabled: true },
  ];
  return { look: look(snapshot), says, items };
}

/** Why there is no tunnel though one was asked for. */
function whyNot(snapshot: Snapshot | null | undefined): readonly Item[] {
  const reason = snapshot ? reasonOf(snapshot.tunnel) : null;
  return reason === null ? [] : [{ id: 'reason', label: blockedTexts(reason).what, enabled: false }];
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
      ...(canLetOut(snapshot) ? [{ ...disconnect, label: homeTexts.letOut }] : []),
    ];
  return [{ ...disconnect, enabled: state !== 'disconnecting' }];
}

function look(snapshot: Snapshot | null | undefined): Tray['look'] {
  if (!snapshot) return 'off';
  const { tunnel } = snapshot;
  if (tunnel.state === 'connected') return 'safe';
  if (tunnel.state === 'error') return tunnel.blocking ? 'broken' : 'off';
  return tunnel.state === 'disconnected' ? 'off' : 'running';
}

function saying(snapshot: Snapshot | null | undefined): string {
  if (!snapshot) return trayTexts.away;
  const { tunnel } = snapshot;
  switch (tunnel.state) {
    case 'connected':
      return say(trayTexts.connected, { place: tunnel.place.city });
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
