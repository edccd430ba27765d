/** What `inTurn` has to know of a piece of work. */
export interface Turn {
  /** What it uses alone: pieces that name the same thing do not run at the same time. */
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
  // Work that waits for what is used is left to whoever uses it.
  const work = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      if (one.alone !== undefined) used.add(one.alone);
      await run(one);
      if (one.alone !== undefined) used.delete(one.alone);
    }
  };
  await Promise.all(Array.from({ length: most }, work));
}
