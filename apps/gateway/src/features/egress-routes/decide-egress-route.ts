import type { ExitClaim } from '@comet/admission';
import { chooseExit, type ExitView } from '../proxy/index.ts';

/** The egress route of a session's traffic. */
export type EgressRoute =
  | { readonly kind: 'gateway' }
  | { readonly kind: 'exit'; readonly exit: string }
  | { readonly kind: 'address'; readonly address: string }
  /** Refused until there is another route. */
  | { readonly kind: 'blocked' };

/**
 * Decides the egress route of a session whose ticket claims an exit. It keeps a working exit, also while that drains. `spent`: its quota
 * account is empty, and the customer's setting for this case applies.
 */
export function decideEgressRoute(
  claim: ExitClaim,
  present: EgressRoute | null,
  spent: boolean,
  exits: ReadonlyMap<string, ExitView>,
  random: () => number,
): EgressRoute {
  if (claim.kind === 'address') return claim;
  if (claim.kind === 'exit') {
    const own = exits.get(claim.exit);
    const isOpen = own?.draining !== true || sameEgressRoute(present, claim);
    return own?.healthy === true && isOpen ? claim : { kind: 'blocked' };
  }
  if (spent) return { kind: claim.whenEmpty === 'standard' ? 'gateway' : 'blocked' };
  const { use, country, city } = claim;
  const now = present?.kind === 'exit' ? exits.get(present.exit) : undefined;
  const stays = now !== undefined && fits(now, claim);
  // An own exit forwards every packet, a provider's endpoint connections only.
  const chosen = stays
    ? now
    : (chooseExit(ofKind(exits, 'node'), { use, country, city }, random) ??
      chooseExit(ofKind(exits, 'upstream'), { use, country, city }, random));
  return chosen === null ? { kind: 'blocked' } : { kind: 'exit', exit: chosen.id };
}

export function sameEgressRoute(one: EgressRoute | null, other: EgressRoute | null): boolean {
  if (one === null || other === null || one.kind !== other.kind) return one === other;
  if (one.kind === 'exit') return other.kind === 'exit' && one.exit === other.exit;
  return one.kind !== 'address' || (other.kind === 'address' && one.address === other.address);
}

function fits(exit: ExitView, claim: Extract<ExitClaim, { kind: 'pool' }>): boolean {
  const { use, country, city } = claim;
  return chooseExit([{ ...exit, draining: false }], { use, country, city }, () => 0) !== null;
}

function ofKind(exits: ReadonlyMap<string, ExitView>, wanted: ExitView['kind']): readonly ExitView[] {
  return [...exits.values()].filter(({ kind }) => kind === wanted);
}
