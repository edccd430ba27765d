/** What a change of network is judged by. */
export interface NetworkFacts {
  /** Whether the user trusts the network that the machine is in. One that cannot be told from others he does not. */
  readonly trusted: boolean;
  readonly signedIn: boolean;
  readonly lockdown: boolean;
  readonly autoConnect: boolean;
  /** The user, or we, want a tunnel: it is up, on its way, or held back. */
  readonly wanted: boolean;
  /** A trusted network was the reason to take the tunnel down. */
  readonly away: boolean;
  readonly paused: boolean;
}

/**
 * What to do on coming into a network. On a trusted one there is no tunnel, unless lockdown lets nothing out without one; on any
 * other there is the one that was taken down for it, or one by `autoConnect`. A pause is the user's word of now, and counts more.
 */
export function networkWish(facts: NetworkFacts): 'connect' | 'disconnect' | 'nothing' {
  const { trusted, signedIn, lockdown, autoConnect, wanted, away, paused } = facts;
  if (!signedIn || paused) return 'nothing';
  if (trusted) return wanted && !lockdown ? 'disconnect' : 'nothing';
  return !wanted && (away || autoConnect) ? 'connect' : 'nothing';
}
