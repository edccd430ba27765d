import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy in front of PostgreSQL that loses acknowledgements of commits. */
export interface CommitProxy {
  readonly port: number;
  /** Acknowledgements lost until now. */
  readonly lost: number;
  /** Loses each acknowledgement with this probability, until `limit` are lost in all. */
  lose(probability: number, limit: number): void;
  close(): Promise<void>;
}

/** The application's name in the startup message of connections whose commits count: requests and jobs, not their queue. */
const application = Buffer.from('application_name\0comet-api\0');
/** CommandComplete of COMMIT (PostgreSQL, Frontend/Backend Protocol, Message Formats). */
const committed = Buffer.from('C\0\0\0\x0bCOMMIT\0', 'latin1');
/** ReadyForQuery outside a transaction, at the end of a reply to one statement that wrote and thereby committed. */
const idle = Buffer.from('Z\0\0\0\x05I', 'latin1');
const wrote = /C\0\0\0.(?:INSERT 0|UPDATE|DELETE) [1-9]/s;

/** Starts a proxy without TLS. It cuts a connection after the commit, before its acknowledgement: the client cannot see whether it was done. */
export async function startCommitProxy(to: {
  readonly host: string;
  readonly port: number;
}): Promise<CommitProxy> {
  const sockets = new Set<Socket>();
  let probability = 0;
  let limit = 0;
  let lost = 0;
  const server = createServer((client) => {
    const database = connect({ ...to, noDelay: true });
    let counts = false;
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.once('data', (startup: Buffer) => {
      counts = startup.includes(application);
    });
    client.on('data', (bytes: Buffer) => database.write(bytes));
    database.on('data', (bytes: Buffer) => {
      if (counts && lost < limit && isCommit(bytes) && Math.random() < probability) {
        lost += 1;
        client.destroy();
        database.destroy();
      } else client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get lost() {
      return lost;
    },
    lose(share, upTo) {
      probability = share;
      limit = upTo;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns whether bytes of the server acknowledge a commit: explicit, or of a single statement. */
export function isCommit(bytes: Buffer): boolean {
  if (bytes.includes(committed)) return true;
  return bytes.subarray(-idle.length).equals(idle) && wrote.test(bytes.toString('latin1'));
}
