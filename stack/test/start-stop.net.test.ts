import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePortBlock } from '../src/toolchain/ports.ts';
import { type StackFile, processStartTime } from '../src/state/stack-file.ts';
import { ran, run, stackFile } from './stack-command.ts';

const port = await freePortBlock();
let state = '';

beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'comet-stack-'));
});
afterAll(async () => {
  await ran('stop', '--state', state);
  await rm(state, { recursive: true, force: true });
});

const here = (): string[] => ['--state', state, '--port', String(port)];
const alive = (file: StackFile): string[] =>
  Object.entries(file.pids).flatMap(([name, pid]) =>
    processStartTime(pid) === file.births[name] ? [name] : [],
  );
const namespaces = async (file: StackFile): Promise<string[]> =>
  (await readdir('/run/netns')).filter((name) => name.startsWith(`comet-${file.lab?.id ?? '?'}-`));

async function query(file: StackFile, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: file.database });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const started = async (...args: string[]): Promise<StackFile> => {
  expect(await ran('start', ...here(), '--detach', ...args)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\nComet is ready\n$/),
  });
  return stackFile(state);
};

describe('start and stop of a stack', () => {
  test('returns to the terminal when everything is ready, and prints the addresses', async () => {
    const file = await started();
    expect(file).toMatchObject({
      api: `http://127.0.0.1:${port}`,
      dashboard: `http://localhost:${port + 1}`,
      sandbox: `http://127.0.0.1:${port + 3}`,
      mailbox: `http://127.0.0.1:${port + 3}/mailbox/`,
      docs: `http://127.0.0.1:${port}/api/docs`,
    });
    expect(alive(file).toSorted()).toEqual(
      [
        ...['api', 'cometd', 'dashboard', 'exit-de', 'exit-us', 'gw-jp', 'gw-nl'],
        ...['postgres', 'sandbox', 'site', 'stack'],
      ].toSorted(),
    );
    expect(await namespaces(file)).toHaveLength(8);
    await query(file, 'create table kept as select 42 as value');
  });

  test('a second start on the same folder is refused', async () => {
    const again = await ran('start', ...here());
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('Comet already runs on') });
  });

  test('restarts every part that has exited, with its data', async () => {
    const before = await stackFile(state);
    const parts = Object.keys(before.pids).filter((name) => name !== 'stack');
    for (const name of parts) process.kill(before.pids[name] ?? 0, 'SIGKILL');
    await vi.waitFor(
      async () => {
        const file = await stackFile(state);
        expect(parts.filter((name) => file.pids[name] === before.pids[name])).toEqual([]);
        expect(alive(file)).toHaveLength(parts.length + 1);
        for (const url of [`${file.api}/readyz`, file.dashboard, file.site, file.mailbox])
          expect((await fetch(url)).status).toBe(200);
        expect(await query(file, 'select value from kept')).toEqual([{ value: 42 }]);
      },
      { timeout: 60_000, interval: 200 },
    );
  });

  test('npm stop ends every process and every namespace', async () => {
    const file = await stackFile(state);
    expect(await ran('stop', '--state', state)).toEqual({ code: 0, output: 'Comet has stopped.\n' });
    expect(alive(file)).toEqual([]);
    expect(await namespaces(file)).toEqual([]);
    expect(existsSync(join(state, 'stack.json'))).toBe(false);
  });

  test('the next start keeps all data', async () => {
    const secrets = await readFile(join(state, 'secrets.json'), 'utf8');
    const file = await started();
    expect(await query(file, 'select value from kept')).toEqual([{ value: 42 }]);
    expect(await readFile(join(state, 'secrets.json'), 'utf8')).toBe(secrets);
  });

  test('the next start cleans up after a killed stack', async () => {
    const file = await stackFile(state);
    process.kill(file.pids['stack'] ?? 0, 'SIGKILL');
    await expect.poll(() => alive(file)).not.toContain('stack');
    await started();
    expect(alive(file)).toEqual([]);
  });

  test('npm stop cleans up after a killed stack', async () => {
    const file = await stackFile(state);
    process.kill(file.pids['stack'] ?? 0, 'SIGKILL');
    await expect.poll(() => alive(file)).not.toContain('stack');
    const { code, output } = await ran('stop', '--state', state);
    expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('had been cut off') });
    expect(alive(file)).toEqual([]);
    expect(await namespaces(file)).toEqual([]);
  });
});

describe('a stack in the foreground', () => {
  // SIGINT has the handler of the signal that `npm stop` sends; the test of `npm stop` includes a lab.
  test('Ctrl-C ends every child', async () => {
    const stack = run('start', ...here(), '--no-lab');
    await stack.printed('Comet is ready');
    const file = await stackFile(state);
    stack.child.kill('SIGINT');
    expect((await stack.ended).code).toBe(0);
    expect(alive(file)).toEqual([]);
  });

  test('Ctrl-C during a start leaves nothing running', async () => {
    const stack = run('start', ...here());
    await expect.poll(() => existsSync(join(state, 'stack.json')), { timeout: 60_000 }).toBe(true);
    stack.child.kill('SIGINT');
    expect((await stack.ended).code).toBe(130);
    expect(existsSync(join(state, 'stack.json'))).toBe(false);
  });

  test('ends with a sentence and the end of the log when a part exits five times in a minute', async () => {
    // Leftovers of an interrupted start and an invalid stack.json do not prevent a start.
    await writeFile(join(state, 'stack.json'), 'nonsense');
    const stack = run('start', ...here(), '--no-lab');
    await stack.printed('Comet is ready');
    const file = await stackFile(state);
    for (let exits = 0, last = 0; exits < 5; exits += 1) {
      const sandbox = await vi.waitFor(
        async () => {
          const pid = (await stackFile(state)).pids['sandbox'] ?? 0;
          expect(pid).not.toBe(last);
          return pid;
        },
        { timeout: 20_000, interval: 50 },
      );
      process.kill(sandbox, 'SIGKILL');
      last = sandbox;
    }
    const { code, output } = await stack.ended;
    expect(code).toBe(1);
    expect(output).toContain('sandbox ended 5 times within a minute, last with SIGKILL. The end of');
    expect(alive(file)).toEqual([]);
  });
});

describe('a failed start reports one sentence with the remedy', () => {
  const refused = async (...args: string[]): Promise<string> => {
    const { code, output } = await ran('start', ...args);
    expect(code).toBe(1);
    return output.trim();
  };

  test('a busy port', async () => {
    const server = createServer().listen(port + 3, '127.0.0.1');
    try {
      expect(await refused(...here())).toBe(
        `Port ${port + 3}, wanted for the sandbox, is in use: end what listens there, or take another block of ports with npm start -- --port ${port + 100}`,
      );
    } finally {
      server.close();
    }
  });

  test('an unknown option', async () => {
    expect(await refused('--prot', '1')).toMatch(/^Unknown option --prot\. npm start takes/);
  });

  test('an unusable state folder', async () => {
    await writeFile(join(state, 'file'), '');
    expect(await refused('--state', join(state, 'file'), '--port', String(port))).toMatch(
      /choose another one with --state DIR\.$/,
    );
  });

  test('a PostgreSQL folder of another version', async () => {
    await writeFile(join(state, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refused(...here(), '--no-lab')).toMatch(/was made by PostgreSQL 17, .* move it away/);
  });

  test('broken secrets', async () => {
    await writeFile(join(state, 'secrets.json'), '{"databasePassword":');
    expect(await refused(...here())).toMatch(
      /secrets\.json is broken: put it back, or remove .* to start afresh/,
    );
  });
});
