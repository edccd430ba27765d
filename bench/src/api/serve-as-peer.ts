import type { Server } from 'node:http';
import type pg from 'pg';

/** Listens on a free loopback port, prints the port as the bench expects, and closes server and pool on SIGTERM. */
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
