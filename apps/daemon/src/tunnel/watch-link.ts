import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@comet/foundation';
import type { PeerStatus } from '@comet/linux-network';
import type { Probe } from '../platform/probe.ts';
import type { Wireguard } from '../platform/wireguard.ts';
import { isInDoubt, isLost, type LinkHealth, newLink, observe, proven } from './link-health.ts';
import type { Stay } from './machine.ts';
import { type RenewalParts, renewalTime, renewSession } from './renewal.ts';
import type { Connected, Session } from './state.ts';

/** Milliseconds between two looks at the peer, and between two tries to renew. */
const lookEvery = 2_500;
const renewEvery = 60_000;

export interface WatchParts extends RenewalParts {
  readonly wireguard: Wireguard;
  /** Asks the gateway whether it hears us. */
  readonly probe: Probe;
  readonly clock: Clock;
  readonly onPeer: (peer: PeerStatus) => void;
}

/** Looks after a tunnel that is up, until it is left: notices that the gateway is gone, and renews the session in time. */
export async function watchLink(parts: WatchParts, state: Connected, stay: Stay): Promise<void> {
  const { signal } = stay;
  let session: Session = state.session;
  let health: LinkHealth = newLink;
  let renewAt = renewalTime(state.since.getTime(), Date.parse(session.admittance.sessionUntil));
  while (!signal.aborted) {
    const seen = await look(parts, health, session, signal);
    if (signal.aborted) return;
    if (seen === 'lost') {
      stay.tell({ kind: 'link-lost', key: state.key });
      return;
    }
    health = seen;
    const now = parts.clock.now().getTime();
    if (now >= renewAt) {
      const message = await renewSession(parts, session, { key: state.key, signal });
      renewAt = now + renewEvery;
      if (message !== null && !signal.aborted) stay.tell(message);
      if (message?.kind === 'session-renewed') {
        session = message.session;
        renewAt = renewalTime(now, Date.parse(session.admittance.sessionUntil));
      }
    }
    await sleep(lookEvery, undefined, { signal }).catch(() => undefined);
  }
}

/** One look at the peer; where it leaves in doubt whether the gateway hears us, the gateway is asked. */
export async function look(
  parts: Pick<WatchParts, 'wireguard' | 'probe' | 'clock' | 'onPeer'>,
  before: LinkHealth,
  session: Session,
  signal: AbortSignal,
): Promise<LinkHealth | 'lost'> {
  const peer = await parts.wireguard.peer().catch(() => null);
  const now = parts.clock.now().getTime();
  if (peer === null) return before;
  parts.onPeer(peer);
  const health = observe(before, peer, now);
  if (isLost(health, peer, now)) return 'lost';
  if (!isInDoubt(health, now)) return health;
  return (await answers(parts.probe, session, signal)) ? proven(health) : 'lost';
}

/** Whether the gateway answers through the tunnel: at its door, or for names, where one of both is enough. */
function answers(probe: Probe, { gateway, admittance }: Session, signal: AbortSignal): Promise<boolean> {
  const to = admittance.dns.find((server) => !server.includes(':'));
  if (to === undefined) return Promise.resolve(true);
  return probe({ from: admittance.ipv4, to, ports: [gateway.doorPort, 53] }, signal);
}
