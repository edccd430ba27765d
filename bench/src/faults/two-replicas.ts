import { readdirSync, readFileSync } from 'node:fs';
import { api } from '@comet/contract';
import { sendWave } from '../api/http-load.ts';
import { makeSessions, requestBytes } from '../api/sessions.ts';
import { startReplica } from '../api/replica.ts';
import { cpuTime } from '../cpu-time.ts';
import { median } from '../report.ts';
import type { Services } from '../services.ts';
import type { Fault, FaultFigure } from './fault.ts';
import { query } from './purchase.ts';

/** Connections to each replica, with one pending request each. */
const connections = 16;

/**
 * CPU time of the API and of PostgreSQL for each read of the signed-in user, by one replica and by two. Each replica has the same number of
 * connections: a process looks up the sessions of all requests of one turn of its event loop in one query, so fewer pending requests cost
 * more each, with one replica as with two. One replica with half the connections shows by how much.
 */
export const twoReplicas: Fault = {
  name: 'two-replicas',
  title: 'CPU per request with two replicas against one',
  needsCluster: false,
  measure: (run) => compare(run, { turns: 7, requests: 20_000, callers: 1_000 }),
  reduced: (run) => compare(run, { turns: 1, requests: 500, callers: 100 }),
};

function compare(
  services: Services,
  amount: { readonly turns: number; readonly requests: number; readonly callers: number },
): Promise<readonly FaultFigure[]> {
  return services.controlPlane(async ({ addresses, apiPid }) => {
    const { turns, requests, callers } = amount;
    const sessions = await makeSessions(addresses.database, callers);
    const asks = sessions.map((session) => requestBytes(api.currentUser, session));
    const postmaster = await postmasterOf(addresses.database);
    const replicas = await Promise.all([startReplica(apiPid), startReplica(apiPid)]);
    const used = () =>
      [...replicas.map(({ pid }) => pid), ...childrenOf(postmaster)].reduce(
        (sum, pid) => sum + timeOf(pid),
        0,
      );
    let next = 0;
    /** Returns CPU time per request in µs. */
    const measure = async (
      serving: readonly { readonly port: number }[],
      workers = connections,
    ): Promise<number> => {
      const before = used();
      await Promise.all(
        serving.map(({ port }) =>
          sendWave({
            ...{ port, workers, status: api.currentUser.status },
            requestOf: (index) =>
              index < requests / serving.length ? (asks[(next += 1) % asks.length] ?? null) : null,
          }),
        ),
      );
      return ((used() - before) * 1000) / requests;
    };
    try {
      const figures: { one: number; two: number; half: number }[] = [];
      for (let turn = 0; turn <= turns; turn += 1) {
        const found = {
          one: await measure(replicas.slice(0, 1)),
          two: await measure(replicas),
          half: await measure(replicas.slice(0, 1), connections / 2),
        };
        // The first turn warms both up; the one of a reduced case is measured again.
        if (turn > 0) figures.push(found);
      }
      const round = (figure: number) => Number(figure.toPrecision(3));
      const time = (what: string, of: 'one' | 'two' | 'half') => ({
        ...{ what, measured: round(median(figures.map((figure) => figure[of]))), unit: 'µs', isTime: true },
      });
      const ratio = median(figures.map(({ one, two }) => two / one));
      return [
        time(`one replica, ${connections} connections`, 'one'),
        time(`two replicas, ${connections} each`, 'two'),
        { what: 'ratio', measured: round(ratio), unit: '', isTime: true, bound: { atMost: 1.1 } },
        time(`one replica, ${connections / 2} connections`, 'half'),
      ];
    } finally {
      await Promise.all(replicas.map((replica) => replica.stop()));
    }
  });
}

/** Returns the process id of the server: the parent of every backend. */
async function postmasterOf(database: string): Promise<number> {
  const [row] = await query<{ pid: number }>(
    database,
    `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
  );
  return parentOf(row?.pid ?? 0);
}

/** Returns the fields of a process after its name (proc(5)): state, parent, … */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

const parentOf = (pid: number): number => Number(statOf(pid)[1]);

function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && parentOf(pid) === parent;
      } catch {
        return false;
      }
    });
}

/** The CPU time of a process in ms; 0 if it has exited meanwhile. */
function timeOf(pid: number): number {
  try {
    return cpuTime(pid);
  } catch {
    return 0;
  }
}
