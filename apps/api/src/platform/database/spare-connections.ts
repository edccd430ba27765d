import pg from 'pg';

/** Milliseconds for which no further connections are opened after the server had no room for one. */
const restMs = 5_000;

/**
 * Takes a connection of the pool. Where the server has no room for another one (class 53: its disk is full, or it has too many), those that
 * are open serve everyone in turn for a while; without any, the error is thrown.
 */
export function createTakeConnection(pool: pg.Pool): () => Promise<pg.PoolClient> {
  const most = pool.options.max;
  let rest: NodeJS.Timeout | undefined;
  const useOpenOnes = () => {
    // The pool reads its bound at each request: callers wait for a connection instead of opening one.
    pool.options.max = pool.totalCount;
    clearTimeout(rest);
    rest = setTimeout(() => (pool.options.max = most), restMs);
    rest.unref();
  };
  return async function take() {
    for (;;) {
      try {
        return await pool.connect();
      } catch (error) {
        const hasNoRoom = error instanceof pg.DatabaseError && error.code?.startsWith('53') === true;
        if (!hasNoRoom || pool.totalCount === 0) throw error;
        useOpenOnes();
      }
    }
  };
}
