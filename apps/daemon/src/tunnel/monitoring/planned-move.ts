import type { Snapshot } from '@comet/tunnel-protocol';
import type { Gateway } from '../../model/gateway.ts';
import type { Goal } from '../../model/goal.ts';
import type { Session } from '../../model/session.ts';
import { outerGatewayOf } from '../session.ts';
import type { Connected, State } from '../state.ts';

export interface PlannedMoveParts {
  /** When clients leave the gateway, by the newest list; null while it does not drain with a deadline. */
  readonly drainingUntil: (gatewayId: string) => Date | null;
  /** The gateways that may replace a draining one, best first. */
  readonly replacements: (goal: Goal) => readonly Gateway[];
}

/** The deadline of a connected tunnel's draining gateway, and the gateways that may replace it; null while none drains with a deadline. */
export function plannedMove(
  { drainingUntil, replacements }: PlannedMoveParts,
  { session, goal }: Pick<Connected, 'session' | 'goal'>,
): { readonly until: Date; readonly candidates: readonly Gateway[] } | null {
  const left = new Set([session.gateway.id, outerGatewayOf(session).id]);
  const until = earliest([...left].map(drainingUntil));
  if (until === null) return null;
  return { until, candidates: replacements(goal).filter(({ id }) => !left.has(id)) };
}

/** Whether a second tunnel can be made beside this one: over WireGuard and UDP, through one gateway, and with its own addresses. */
export function canMoveOpen(session: Session): boolean {
  if (session.protocol !== 'wireguard') return false;
  return (
    session.via === undefined && session.outerTransport === undefined && session.gateway.exit === undefined
  );
}

/** The planned move for the user; absent where the tunnel stays. `acceptsSecondPeer`: see `Wireguard`. */
export function announcedMove(
  parts: PlannedMoveParts,
  state: State,
  acceptsSecondPeer: boolean,
): Pick<Snapshot, 'maintenance'> {
  const move = state.kind === 'connected' ? plannedMove(parts, state) : null;
  if (state.kind !== 'connected' || move === null || move.candidates.length === 0) return {};
  const blocks = !acceptsSecondPeer || !canMoveOpen(state.session);
  return { maintenance: { at: move.until.toISOString(), blocks } };
}

function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((time) => time !== null).map((time) => time.getTime());
  return known.length === 0 ? null : new Date(Math.min(...known));
}
