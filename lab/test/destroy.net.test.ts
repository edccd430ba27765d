import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runOrThrow } from '../src/command.ts';
import { attachLab, createLab, destroyLeftovers, type Lab } from '../src/index.ts';
import { unusedLabId } from './unused-lab-id.ts';

let folder = '';
let ids: string[] = [];
const make = (id = unusedLabId()): Promise<Lab> => {
  ids.push(id);
  return createLab({ id, stateDir: folder });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-lab-'));
});
afterEach(async () => {
  for (const id of ids) await destroyLeftovers(id);
  ids = [];
  await rm(folder, { recursive: true, force: true });
});

/** Returns the names of everything that the lab may have left. */
async function traces(id: string): Promise<string[]> {
  const places = ['/run/netns', '/etc/netns'];
  const names = await Promise.all(places.map((place) => readdir(place).catch(() => [] as string[])));
  return names.flat().filter((name) => name.startsWith(`comet-${id}-`));
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function processesOf(lab: Lab): Promise<number[]> {
  const lists = await Promise.all(
    Object.values(lab.hosts).map(({ namespace }) => runOrThrow(['ip', 'netns', 'pids', namespace])),
  );
  return lists.flatMap((list) => list.split('\n').filter(Boolean).map(Number));
}

describe('destroying a lab', () => {
  test('leaves no namespace, no process, no folder in /etc/netns', async () => {
    const lab = await make();
    const ignoresSigterm = lab.spawn('client', ['sh', '-c', 'trap "" TERM; while :; do sleep 1; done']);
    await lab.exec('gw-nl', ['true']);
    await expect
      .poll(() => processesOf(lab).then((pids) => pids.includes(ignoresSigterm.pid ?? 0)))
      .toBe(true);
    const pids = await processesOf(lab);
    expect(pids.length).toBeGreaterThanOrEqual(3);
    await lab.destroy();
    expect(await traces(lab.id)).toEqual([]);
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  });

  test('removes leftovers after a crash, but not a lab with a similar name', async () => {
    const id = unusedLabId().slice(0, 5);
    const neighbour = await make(`${id}0`);
    ids.push(id);
    const index = join(import.meta.dirname, '../src/index.ts');
    const program = join(folder, 'maker.mts');
    await writeFile(
      program,
      `import { createLab } from ${JSON.stringify(index)};
       await createLab({ id: ${JSON.stringify(id)}, stateDir: ${JSON.stringify(folder)} });
       process.kill(process.pid, 'SIGKILL');`,
    );
    await once(spawn(process.execPath, [program], { stdio: 'inherit' }), 'exit');
    // One namespace and one folder for each host.
    expect((await traces(id)).length).toBe(2 * Object.keys(neighbour.hosts).length);

    await destroyLeftovers(id);
    expect(await traces(id)).toEqual([]);
    const { stdout } = await neighbour.exec('client', ['curl', '-sS', neighbour.echoUrl.ipv4]);
    expect(stdout).toBe('203.0.113.1\n');
    await destroyLeftovers(id);
  });

  test('an attached lab can destroy the lab', async () => {
    const lab = await make();
    const attached = attachLab(JSON.parse(JSON.stringify(lab.describe())));
    await attached.exec('client', ['curl', '-sS', '-4', attached.echoUrl.name]);
    expect(await attached.dnsQueries()).toEqual(await lab.dnsQueries());
    expect((await attached.dnsQueries()).map(({ name }) => name)).toContain('echo.comet.test');
    await attached.destroy();
    expect(await traces(lab.id)).toEqual([]);
  });
});

describe('creating a lab', () => {
  test('rejects a second lab of the same name and keeps the first one', async () => {
    const lab = await make();
    await expect(createLab({ id: lab.id, stateDir: folder })).rejects.toThrow(/exists already.*destroy/);
    expect((await lab.exec('client', ['curl', '-sS', lab.echoUrl.ipv4])).stdout).toBe('203.0.113.1\n');
  });

  test('rejects a name that could refer to other files or labs', async () => {
    for (const id of ['', 'A', 'a-b', '../x', 'sevenly']) {
      await expect(createLab({ id, stateDir: folder })).rejects.toThrow(/1 to 6/);
      await expect(destroyLeftovers(id)).rejects.toThrow(/not a lab/);
    }
  });

  test('removes everything after a failure half-way', async () => {
    const id = unusedLabId();
    ids.push(id);
    // A folder with the name of the servers' log makes opening the log fail.
    await mkdir(join(folder, `comet-${id}-inet.log`));
    await expect(createLab({ id, stateDir: folder })).rejects.toThrow(/EISDIR/);
    expect(await traces(id)).toEqual([]);
  });
});
