import type { Server } from 'node:http';
import type pg from 'pg';

/** Listens on a free port of loopback, prints it as the bench expects, and ends with what it stands on when it is told to. */
export function serveAsPeer(server: Server, pool: pg.Pool): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    console.log(typeof address === 'object' ? address?.port : '');
  });
  process.once('SIGTERM', () => {
    server.close();
    server.closeAllConnections();
    void pool.end();
  });
}
