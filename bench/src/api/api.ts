import { api } from '@comet/contract';
import { cpuTime } from '../cpu-time.ts';
import { sendWave } from './http-load.ts';
import type { Bench } from '../bench.ts';
import { makeSessions, requestBytes } from './sessions.ts';
import { startPeer } from '../start-peer.ts';

const workers = 32;
/** Enough callers that none reaches its limit of 600 calls a minute: no call is refused, and every call is counted by the limiter. */
const amounts = {
  full: { turns: 9, warmUp: 40_000, requests: 20_000, callers: 2_000 },
  smoke: { turns: 1, warmUp: 0, requests: 500, callers: 50 },
};

/** Reads of the current user by our API, compared with a minimal server. */
export const apiBench: Bench = {
  name: 'api',
  metric: 'authenticated reads a second of processor time of the answering process',
  unit: 'reads',
  better: 'higher',
  measure: ({ log, extent, controlPlane }) =>
    controlPlane(async ({ addresses, apiPid }) => {
      const { turns, warmUp, requests, callers } = amounts[extent];
      const sessions = await makeSessions(addresses.database, callers);
      const asks = sessions.map((session) => requestBytes(api.currentUser, session));
      const peer = await startPeer('node-http', {
        DATABASE_URL: addresses.database,
      });
      const sides = [
        { pid: apiPid, port: Number(new URL(addresses.api).port), figures: [] as number[] },
        { pid: peer.pid, port: peer.port, figures: [] as number[] },
      ] as const;
      let sent = 0;
      const upTo = (count: number) => (index: number) =>
        index < count ? (asks[(sent += 1) % asks.length] ?? null) : null;
      try {
        for (let turn = 0; turn <= turns; turn += 1) {
          for (const { pid, port, figures } of sides) {
            const count = turn === 0 ? warmUp : requests;
            const before = cpuTime(pid);
            await sendWave({ port, workers, requestOf: upTo(count), status: api.currentUser.status });
            if (turn > 0) figures.push(Math.round((count * 1000) / (cpuTime(pid) - before)));
          }
          if (turn > 0) log(`turn ${turn}: ours ${sides[0].figures.at(-1)}, peer ${sides[1].figures.at(-1)}`);
        }
      } finally {
        await peer.stop();
      }
      const peers = { 'node:http': sides[1].figures };
      return [{ case: 'current user', ours: sides[0].figures, peers, target: { 'node:http': 0.9 } }];
    }),
};
