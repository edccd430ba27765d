import type { Grant } from '@comet/contract';
import { type Clock, unixSeconds } from '@comet/foundation';
import type { FeedEffect, FeedState } from './feed-state.ts';

/** Whose OpenVPN session it is: the grant, and the customer's name at this gateway. */
export interface Credential {
  readonly id: string;
  readonly sub: string;
}

/** What OpenVPN's authenticator asks, and is told. */
export interface CredentialDesk {
  /** Whose credentials these are, `mac` as `credentialMac` makes it; null where nobody is to be let in with them. */
  find(mac: string): Credential | null;
  /** Tells of every grant of OpenVPN that is no longer in force, so that its sessions are ended. Returns how to stop listening. */
  onWithdrawn(listener: (credential: Credential) => void): () => void;
  /** To be told after every line of the feed. */
  heard(effect: FeedEffect): void;
  /** To be called now and then: when nothing was heard for 72 hours, every grant counts as withdrawn. */
  sweep(): void;
}

export function createCredentialDesk(parts: {
  readonly feed: Pick<FeedState, 'grants' | 'isStale'>;
  readonly clock: Clock;
}): CredentialDesk {
  const { feed, clock } = parts;
  const listeners = new Set<(credential: Credential) => void>();
  const isStale = () => feed.isStale(unixSeconds(clock.now()));

  function tell(grants: Iterable<Grant>): void {
    for (const { kind, id, sub } of grants)
      if (kind === 'openvpn') for (const listener of listeners) listener({ id, sub });
  }

  return {
    find(mac) {
      const grant = isStale() ? null : feed.grants.credentialOf(mac);
      return grant === null ? null : { id: grant.id, sub: grant.sub };
    },
    onWithdrawn(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    heard(effect) {
      if (effect.kind === 'withdrawn') tell([effect.grant]);
      if (effect.kind === 'replaced') tell(effect.withdrawn);
    },
    sweep() {
      if (isStale()) tell(feed.grants.all());
    },
  };
}
