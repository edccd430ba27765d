import type { Duplex } from 'node:stream';
import { connect, type LookupFunction, type Socket } from 'node:net';
import type { AccessMethod } from '@comet/tunnel-protocol';
import type { Endpoint } from '@comet/foundation';
import type { ApiContact } from '../../firewall/firewall.ts';

/** The server that a connection must reach: the API, or for updates another host of ours. */
export interface Target {
  /** A name, or an IP address without brackets. */
  readonly host: string;
  readonly port: number;
  /** False only in labs, and for an API on this machine. */
  readonly usesTls: boolean;
}

/** Limits of one attempt. */
export interface AttemptLimits {
  readonly signal: AbortSignal;
  /**
   * Resolves when the firewall permits these endpoints, until the attempt has failed or its connection is closed, or the returned function
   * is called.
   */
  permit(endpoints: readonly ApiContact[]): Promise<() => void>;
}

/** Opens a byte stream towards the target. Nothing about the stream is trusted until the target's certificate is verified through it. */
export type AccessRoute = (target: Target, limits: AttemptLimits) => Promise<Duplex>;

/** One method of reaching the API. */
export interface AccessStrategy {
  readonly method: AccessMethod;
  /** The routes to try for a target, in order; none where the method has nothing to try. */
  routesTo(target: Target): readonly AccessRoute[];
}

/** Opens a TCP connection to an address, or to the addresses that `lookup` returns for a name. */
export function openTcp(
  { host, port }: Endpoint,
  signal: AbortSignal,
  lookup?: LookupFunction,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const options = { host, port, autoSelectFamily: true, noDelay: true };
    const socket = connect(lookup === undefined ? options : { ...options, lookup });
    const abort = (): void => void socket.destroy(new Error('aborted'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    const finish = (): void => signal.removeEventListener('abort', abort);
    // Stays after the connect: an error without a listener would end the process.
    socket.on('error', (error) => {
      finish();
      reject(error);
    });
    socket.once('connect', () => {
      finish();
      resolve(socket);
    });
  });
}
