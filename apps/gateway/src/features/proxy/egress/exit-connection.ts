import { Socket } from 'node:net';
import type { EgressConnection } from './open-exit.ts';

interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  /** Includes a port, because the system's search for one slows down with the number of recently closed connections. */
  readonly local: { readonly address: string; readonly port: number } | null;
}

/** A connection of this process through an exit, for health checks and DNS; customers' bytes go through the relay. */
export class ExitConnection implements EgressConnection {
  readonly socket = new Socket({ allowHalfOpen: true });

  constructor({ host, port, local }: ConnectOptions) {
    this.socket.setNoDelay();
    this.socket.connect({
      ...{ host, port, autoSelectFamily: false },
      ...(local === null ? {} : { localAddress: local.address, localPort: local.port }),
    });
    // Errors are followed by `close`, which users of the connection handle.
    this.socket.on('error', () => undefined);
  }

  close(): void {
    this.socket.destroy();
  }

  received(): Promise<number> {
    return Promise.resolve(this.socket.bytesRead);
  }

  onceClosed(listener: () => void): void {
    this.socket.once('close', listener);
  }
}
