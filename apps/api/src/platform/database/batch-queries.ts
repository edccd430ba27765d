/**
 * Batches the keys requested in one turn of the event loop into one query.
 *
 * @param query Gets each key once, at most `maxBatchSize` per call, and returns one result per key in the same order. If it fails, all
 * callers of the batch reject with the same error.
 * @returns A lookup of one key. Results are not cached between turns: each query starts after its keys were requested.
 */
export function batchQueries<Key extends string, Value>(
  query: (keys: readonly Key[]) => Promise<readonly Value[]>,
  maxBatchSize: number,
): (key: Key) => Promise<Value> {
  let pending: Map<Key, PromiseWithResolvers<Value>> | null = null;

  async function send(batch: ReadonlyMap<Key, PromiseWithResolvers<Value>>): Promise<void> {
    try {
      const results = await query([...batch.keys()]);
      if (results.length !== batch.size) throw new Error('The query must return one result per key');
      let position = 0;
      for (const waiter of batch.values()) {
        waiter.resolve(results[position] as Value);
        position += 1;
      }
    } catch (error) {
      for (const waiter of batch.values()) waiter.reject(error);
    }
  }

  return (key) => {
    if (pending === null || pending.size >= maxBatchSize) {
      const batch = new Map<Key, PromiseWithResolvers<Value>>();
      pending = batch;
      setImmediate(() => {
        if (pending === batch) pending = null;
        void send(batch);
      });
    }
    const waiter = pending.get(key) ?? Promise.withResolvers<Value>();
    pending.set(key, waiter);
    return waiter.promise;
  };
}
