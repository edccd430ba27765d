import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@comet/foundation';
import type { PeerStatus } from '@comet/linux-network';
import type { Wireguard } from '../platform/wireguard.ts';
import { isLost, newLink, observe } from './link-health.ts';
import type { Stay } from './machine.ts';
import { type RenewalParts, renewalTime, renewSession } from './renewal.ts';
import type { Connected, Session } from './state.ts';

/** Milliseconds between two looks at the peer, and between two tries to renew. */
const lookEvery = 2_500;
const renewEvery = 60_000;

export interface WatchParts extends RenewalParts {
  readonly wireguard: Wireguard;
  readonly clock: Clock;
  readonly onPeer: (peer: PeerStatus) => void;
}

/** Looks after a tunnel that is up, until it is left: notices that the gateway is gone, and renews the session in time. */
export async function watchLink(parts: WatchParts, state: Connected, stay: Stay): Promise<void> {
  const { signal } = stay;
  let session: Session = state.session;
  let health = newLink;
  let renewAt = renewalTime(state.since.getTime(), Date.parse(session.admittance.sessionUntil));
  while (!signal.aborted) {
    const peer = await parts.wireguard.peer().catch(() => null);
    const now = parts.clock.now().getTime();
    if (peer !== null) {
      parts.onPeer(peer);
      health = observe(health, peer, now);
      if (isLost(health, peer, now)) {
        stay.tell({ kind: 'link-lost', key: state.key });
        return;
      }
    }
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
