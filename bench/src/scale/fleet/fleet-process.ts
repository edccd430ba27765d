import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { FleetGateway } from './fleet-gateways.ts';

export type FleetCommand =
  | {
      readonly kind: 'open';
      readonly port: number;
      readonly gateways: readonly FleetGateway[];
      readonly cursor: number;
    }
  | { readonly kind: 'arrivals'; readonly sub: string; readonly count: number }
  | { readonly kind: 'grants' }
  | { readonly kind: 'close' };

export interface FleetReply {
  readonly id: number;
  readonly value: readonly (number | string)[];
  readonly error?: string;
}

/** Simulated gateways in a process of their own. Each function throws if a stream has ended or a line was refused. */
export interface FleetProcess {
  /** Opens the feeds of gateways at once; returns for each the ms until its first heartbeat. */
  open(port: number, gateways: readonly FleetGateway[], cursor: number): Promise<readonly number[]>;
  /** Returns when `count` gateways have received the revocation of a subject (`hrtime`, in ns), those that have within a minute. */
  arrivals(sub: string, count: number): Promise<readonly bigint[]>;
  /** Returns the number of grants of the last snapshot, for each open gateway. */
  grants(): Promise<readonly number[]>;
  /** Closes all streams. */
  close(): Promise<void>;
  stop(): void;
}

export function startFleetProcess(): FleetProcess {
  const child = fork(join(import.meta.dirname, 'fleet-program.ts'));
  const pending = new Map<number, PromiseWithResolvers<FleetReply['value']>>();
  child.on('message', ({ id, value, error }: FleetReply) => {
    const waiting = pending.get(id);
    pending.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(error));
  });
  child.on('exit', (code) => {
    for (const { reject } of pending.values()) reject(new Error(`The simulated gateways ended with ${code}`));
  });
  let last = 0;
  function send(command: FleetCommand): Promise<FleetReply['value']> {
    last += 1;
    const reply = Promise.withResolvers<FleetReply['value']>();
    pending.set(last, reply);
    child.send({ id: last, command });
    return reply.promise;
  }
  return {
    open: async (port, gateways, cursor) =>
      (await send({ kind: 'open', port, gateways, cursor })).map(Number),
    arrivals: async (sub, count) =>
      (await send({ kind: 'arrivals', sub, count })).map((time) => BigInt(time)),
    grants: async () => (await send({ kind: 'grants' })).map(Number),
    close: async () => void (await send({ kind: 'close' })),
    stop: () => child.disconnect(),
  };
}
