import type { Snapshot } from './snapshot.ts';

/** The current effect of split tunnelling. */
export interface Outside {
  /** `held`: lockdown blocks this traffic too, until a tunnel is up. */
  readonly kind: 'exclude' | 'include' | 'held';
  /** The listed programs and networks, as the user entered them. */
  readonly named: string[];
}

/**
 * Returns the traffic outside the tunnel by the user's settings, while the rest is protected or blocked. Null without split
 * tunnelling, and while all traffic is unprotected.
 */
export function outsideOf({ tunnel, settings }: Pick<Snapshot, 'tunnel' | 'settings'>): Outside | null {
  const { mode, apps, networks } = settings.splitTunnel;
  if (mode === 'off' || tunnel.state === 'disconnected') return null;
  if (tunnel.state === 'error' && !tunnel.blocking) return null;
  const isHeld = settings.lockdown && tunnel.state !== 'connected';
  return { kind: isHeld ? 'held' : mode, named: [...apps, ...networks] };
}
