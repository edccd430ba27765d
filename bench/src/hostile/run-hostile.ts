import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LAB_COMMANDS, buildCrate } from '@comet/stack';
import { type Bench, skipReason } from '../bench.ts';
import { dedicatedServices } from '../services.ts';
import { allRows, holds, hostileTable, type NetworkRow } from './hostile-table.ts';
import { measureNetwork } from './measure-network.ts';
import { type HostileNetwork, hostileNetworks } from './networks.ts';
import { chosenTransports } from './transports.ts';

const room = join(import.meta.dirname, '../..');
const packages = { ...LAB_COMMANDS, python3: 'python3' };

/** The names of the networks as parts of the benchmark. */
export const hostileParts = hostileNetworks.map(({ name }) => `hostile:${name}`);

/** The transports of a smoke run, by name: one that needs UDP, and one that does not. */
const smokeTransports = ['WireGuard, UDP 51820', 'WireGuard over TCP'];

/** The networks of a smoke run as one bench. It fails unless the censor works, nothing is outside, and the automatic choice passes. */
export const reducedHostile: Bench = {
  name: 'hostile',
  metric: 'time to the first packet in a hostile network',
  unit: 'ms',
  better: 'lower',
  packages,
  needsLab: true,
  measure: ({ log, signedInClient }) =>
    signedInClient(async (client) => {
      const censor = await buildCrate('censor');
      const transports = chosenTransports.filter(({ name }) => smokeTransports.includes(name));
      const cases = [];
      for (const network of hostileNetworks.filter(({ inSmoke }) => inSmoke)) {
        const row = await measureNetwork(network, { client, censor, transports, log });
        const outside = allRows(row).reduce((sum, one) => sum + one.outside, 0);
        const times = [row.automatic, row.later].flatMap(({ firstPacketMs }) => firstPacketMs ?? []);
        const isControlled = row.control.passesElsewhere && !row.control.passesHere;
        if (!isControlled || row.control.outsideUnprotected === 0 || outside > 0 || times.length < 2)
          throw new Error(`${network.name}: ${JSON.stringify(row)}`);
        cases.push({ case: network.name, ours: times, peers: {}, target: {} });
      }
      return cases;
    }),
};

/**
 * Measures all transports in each of these networks and writes their rows into `hostile.json` in `out`; null for the committed results,
 * whose table in `bench/README.md` is updated. Rows of other networks stay. Returns whether all could be measured.
 */
export async function runHostile(
  parts: readonly string[],
  out: string | null,
  print: (line: string) => void,
): Promise<boolean> {
  const networks = hostileNetworks.filter(({ name }) => parts.includes(`hostile:${name}`));
  if (networks.length === 0) return true;
  const reason = await skipReason(reducedHostile);
  if (reason !== null) {
    print(`hostile cannot run here. ${reason}`);
    return false;
  }
  const folder = out ?? join(room, 'results');
  await mkdir(folder, { recursive: true });
  const log = (line: string): void => print(`  ${line}`);
  const censor = await buildCrate('censor');
  return dedicatedServices(log).signedInClient(async (client) => {
    let allRan = true;
    for (const network of networks) {
      print(`hostile:${network.name}: ${network.title}`);
      try {
        const row = await measureNetwork(network, { client, censor, transports: chosenTransports, log });
        await writeRow(row, folder, out === null);
        print(`${hostileTable([row])}\n`);
      } catch (error) {
        allRan = false;
        print(
          `hostile:${network.name} could not be measured: ${error instanceof Error ? error.stack : String(error)}`,
        );
      }
    }
    return allRan;
  });
}

async function writeRow(row: NetworkRow, folder: string, isCommitted: boolean): Promise<void> {
  const file = join(folder, 'hostile.json');
  const text = await readFile(file, 'utf8').catch(() => null);
  const before = text === null ? [] : (JSON.parse(text) as { readonly rows: readonly NetworkRow[] }).rows;
  const order = hostileNetworks.map(({ name }: HostileNetwork) => name);
  const rows = [...before.filter(({ network }) => network !== row.network), row].toSorted(
    (one, other) => order.indexOf(one.network) - order.indexOf(other.network),
  );
  const judged = rows.map((one) => ({ ...one, holds: holds(one) }));
  await writeFile(file, `${JSON.stringify({ name: 'hostile', rows: judged }, null, 2)}\n`);
  if (isCommitted) await writeTable(rows);
}

async function writeTable(rows: readonly NetworkRow[]): Promise<void> {
  const page = join(room, 'README.md');
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.split('<!-- hostile -->')[0], text.split('<!-- /hostile -->')[1]];
  if (before === undefined || after === undefined)
    throw new Error('bench/README.md has lost the marks of the table of hostile networks');
  await writeFile(page, `${before}<!-- hostile -->\n\n${hostileTable(rows)}\n\n<!-- /hostile -->${after}`);
}
