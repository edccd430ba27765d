import { setTimeout as sleep } from 'node:timers/promises';
import { execOrThrow } from '../tunnels/manual-wireguard.ts';
import { measureClientGrowth, untilProtected } from './client-growth.ts';
import type { Fault } from './fault.ts';

/** Two locations by turns, and the least ms of a turn: a gateway accepts two requests of an account in a second. */
const locations = ['jp-tyo', 'nl-ams'] as const;
const reconnectMs = 500;

/** The daemon as shipped, whose tunnel is ended and connected again without pauses. */
export const clientSoak: Fault = {
  name: 'client-soak',
  title: '1,100 reconnects of the client',
  needsCluster: false,
  needsLab: true,
  reduced: null,
  measure: ({ signedInClient, log }) =>
    signedInClient((client) => {
      const { lab } = client;
      const reconnects = { name: 'reconnects', warmUp: 100, measured: 1_000, perSample: 25 };
      return measureClientGrowth(
        client,
        {
          ...reconnects,
          async run(turn, env) {
            const began = performance.now();
            await execOrThrow(lab, 'client', ['comet', 'disconnect'], env);
            await execOrThrow(lab, 'client', ['comet', 'connect', locations[turn % 2 === 0 ? 1 : 0]], env);
            await untilProtected(lab);
            await sleep(Math.max(0, began + reconnectMs - performance.now()));
          },
        },
        log,
      );
    }),
};
