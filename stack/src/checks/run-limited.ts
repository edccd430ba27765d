/** A task for `runLimited`. */
export interface Task {
  /** Exclusive resource: tasks with the same name do not run at the same time. */
  readonly exclusive?: string;
}

/** Runs all tasks, at most `limit` concurrently: when one ends, the first runnable one starts. `run` must not reject. */
export async function runLimited<T extends Task>(
  all: readonly T[],
  limit: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = [...all];
  const used = new Set<string>();
  const next = (): T | undefined => {
    const index = waiting.findIndex(({ exclusive }) => exclusive === undefined || !used.has(exclusive));
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  };
  // A task whose resource is in use is started when that task ends.
  const work = async (): Promise<void> => {
    for (let one = next(); one !== undefined; one = next()) {
      if (one.exclusive !== undefined) used.add(one.exclusive);
      await run(one);
      if (one.exclusive !== undefined) used.delete(one.exclusive);
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
}
