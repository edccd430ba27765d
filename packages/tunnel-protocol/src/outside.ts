import type { Snapshot } from './snapshot.ts';

/** What split tunnelling does at this moment. */
export interface Outside {
  /** `held`: lockdown holds it back too, until a tunnel is up. */
  readonly kind: 'exclude' | 'include' | 'held';
  /** The programs and networks that are named, in the user's words. */
  readonly named: string[];
}

/**
 * What leaves this machine outside the tunnel by the user's own choice, while the rest is protected or held back. Null without split
 * tunnelling, and while everything leaves unprotected.
 */
export function outsideOf({ tunnel, settings }: Pick<Snapshot, 'tunnel' | 'settings'>): Outside | null {
  const { mode, apps, networks } = settings.splitTunnel;
  if (mode === 'off' || tunnel.state === 'disconnected') return null;
  if (tunnel.state === 'error' && !tunnel.blocking) return null;
  const isHeld = settings.lockdown && tunnel.state !== 'connected';
  return { kind: isHeld ? 'held' : mode, named: [...apps, ...networks] };
}
