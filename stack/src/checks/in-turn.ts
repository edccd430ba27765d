/** A task for `inTurn`. */
export interface Turn {
  /** Exclusive resource: tasks with the same name do not run at the same time. */
  readonly alone?: string;
}

/**
 * Runs all of them, at most `most` at a time: whenever one ends, the first one that may run starts. `run` must not reject.
 */
export async function inTurn<T extends Turn>(
  all: readonly T[],
  most: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const used = new Set<string>();
  const next = (): T | undefined => {
    const index = waiting.findIndex(({ alone }) => alone === undefined || !used.has(alone));
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };
  // A task whose resource is in use is started when that task ends.
  const work = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      if (one.alone !== undefined) used.add(one.alone);
      await run(one);
      if (one.alone !== undefined) used.delete(one.alone);
    }
  };
  await Promise.all(Array.from({ length: most }, work));
}
