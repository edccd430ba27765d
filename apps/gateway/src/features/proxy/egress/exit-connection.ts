import { Socket } from 'node:net';
import type { EgressConnection } from './open-exit.ts';

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  /** With a port: the system's search takes longer with the number of recently closed connections. */
  readonly local: { readonly address: string; readonly port: number } | null;
}

/** A connection of this process by an exit, for questions of its own: customers' bytes go through the relay. */
export class ExitConnection implements EgressConnection {
  readonly socket = new Socket({ allowHalfOpen: true });

  constructor({ host, port, local }: ConnectOptions) {
    this.socket.setNoDelay();
    this.socket.connect({
      ...{ host, port, autoSelectFamily: false },
      ...(local === null ? {} : { localAddress: local.address, localPort: local.port }),
    });
    // Users of the connection learn of its end by `close`.
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
