import type { ChunkLine } from './feed-line.ts';

/** Returns the number of different grants of a snapshot: of the chunks of all gateways, whose digests are `announced`, and of further ones. */
export type GrantCounter = (announced: readonly string[], chunks: readonly ChunkLine[]) => number;

/**
 * Returns a counter for snapshots of many gateways. The part of one gateway may contain a grant of the shared part again, where it has changed
 * since that was built. The ids of a shared part are combined once for each announcement, an object that all its recipients have.
 */
export function createGrantCounter(): GrantCounter {
  const shared = new WeakMap<readonly string[], ReadonlySet<string>>();
  return (announced, chunks) => {
    const digests = new Set(announced);
    const known =
      shared.get(announced) ?? new Set(grantsOf(chunks.filter(({ digest }) => digests.has(digest))));
    shared.set(announced, known);
    const own = chunks.filter(({ digest }) => !digests.has(digest));
    const added = new Set(grantsOf(own).filter((id) => !known.has(id)));
    const withdrawn = new Set(own.flatMap((chunk) => chunk.withdrawn).filter((id) => known.has(id)));
    return known.size + added.size - withdrawn.size;
  };
}

const grantsOf = (chunks: readonly ChunkLine[]): readonly string[] => chunks.flatMap(({ grants }) => grants);

/**
 * Returns a sentence about gateways that have received another number of grants than were in force before or after their snapshots: the
 * background work adds and withdraws some meanwhile, such as those of upstreams on new gateways. Null if there is none.
 */
export function grantsProblem(
  received: readonly number[],
  before: readonly number[],
  after: readonly number[],
): string | null {
  const wrong = before.flatMap((count, index) => {
    const [min = 0, max = 0] = [count, after[index] ?? count].toSorted((one, other) => one - other);
    const grants = received[index];
    return grants !== undefined && grants >= min && grants <= max ? [] : [`${grants} of ${min} to ${max}`];
  });
  return wrong.length === 0 ? null : `${wrong.length} gateways have a wrong number of grants: ${wrong[0]}`;
}
