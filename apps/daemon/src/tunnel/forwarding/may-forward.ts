import type { Session } from '../../model/session.ts';

/** Whether a gateway forwards ports to the session: over WireGuard, by its own or a dedicated address, never through a residential exit. */
export function mayForward(session: Session): boolean {
  if (session.protocol !== 'wireguard') return false;
  const { exit } = session.gateway;
  return exit === undefined || exit.type === 'dedicated';
}
