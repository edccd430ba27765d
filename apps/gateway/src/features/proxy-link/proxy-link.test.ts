import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { relayProgram, freePort } from '@comet/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { childOf } from '../../../test/child-of.ts';
import {
  connectThrough,
  customer,
  exitAt,
  openEcho,
  pepper,
  readChunk,
} from '../../../test/proxy-fixture.ts';
import { programPath } from '../../platform/processes/program-path.ts';
import { type ProxyLink, startProxy } from './index.ts';
import { QuotaLeaseJournal } from './supervise-proxy.ts';

const ports = { http: await freePort(), socks: await freePort() };

describe('the process of the proxy', () => {
  let echo: Awaited<ReturnType<typeof openEcho>>;
  let link: ProxyLink;
  const used = new Map<string, { readonly bytes: number; readonly done: boolean }>();
  let timesListening = 0;

  beforeAll(async () => {
    echo = await openEcho();
    link = startProxy({
      program: programPath('proxy'),
      listener: null,
      setup: {
        host: '127.0.0.1',
        httpPort: ports.http,
        socksPort: ports.socks,
        user: 65_534,
        resolver: '127.0.0.1',
        except: ['127.0.0.0/8'],
        relay: relayProgram,
        tproxy: null,
        admissionEndpoint: { host: '127.0.0.1', port: 443 },
      },
      sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => undefined),
      onListening: () => (timesListening += 1),
      onDraw: (quotaAccount) => link.credit(quotaAccount, `slice${timesListening}`, 100_000_000),
      onUsed: (slice, bytes, done) => used.set(slice, { bytes, done }),
      onExitFailed: () => undefined,
      onFailure: () => undefined,
    });
    link.exits([exitAt('127.0.0.11')]);
    link.customers(pepper.toString('base64url'), [customer({ quotaAccount: 'purse' })]);
    await vi.waitUntil(() => timesListening === 1, 30_000);
  });
  afterAll(async () => {
    await link.end();
    await echo.close();
  });

  const pidOfProxy = (): Promise<number> => childOf(process.pid, 'main.proxy.ts');

  /** Process ids of the proxy and its relay. */
  async function processIds(): Promise<readonly number[]> {
    const proxy = await pidOfProxy();
    return [proxy, await childOf(proxy, 'comet-relay')];
  }

  /** Returns a field of a /proc file of each process. */
  function procLines(file: 'status' | 'smaps_rollup', name: string): Promise<readonly string[]> {
    return processIds().then((all) =>
      Promise.all(
        all.map(async (pid) => {
          const text = await readFile(`/proc/${pid}/${file}`, 'utf8');
          return new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1] ?? '';
        }),
      ),
    );
  }

  async function megabytes(): Promise<number> {
    const all = await procLines('smaps_rollup', 'Pss');
    return all.reduce((sum, line) => sum + Number.parseInt(line, 10), 0) / 1024;
  }

  async function readSourceAddress(): Promise<string | undefined> {
    const { socket } = await connectThrough(ports.http, `127.0.0.1:${echo.port}`);
    const output = (await readChunk(socket))?.toString().trim();
    socket.destroy();
    return output;
  }

  test('runs unprivileged, and forwards by its configuration', async () => {
    expect(await readSourceAddress()).toBe('127.0.0.11');
    for (const line of await procLines('status', 'Uid')) expect(line).toBe('65534\t65534\t65534\t65534');
    for (const name of ['CapEff', 'CapPrm'])
      for (const line of await procLines('status', name)) expect(line).toBe('0000000000000000');
  });

  test('serves its customers among 10,000 invalid and 1,000 silent clients', async () => {
    await readSourceAddress();
    const before = await megabytes();
    const attack = startAttack(ports.http);
    onTestFinished(() => attack.kill());
    await attack.waitFor('silent');
    let over = false;
    const end = attack.waitFor('over').finally(() => (over = true));
    // The rejection is ignored if this test ends first.
    end.catch(() => undefined);
    const times: number[] = [];
    while (!over) {
      const began = performance.now();
      expect(await readSourceAddress()).toBe('127.0.0.11');
      times.push(performance.now() - began);
      await sleep(5);
    }
    await end;
    times.sort((one, other) => one - other);
    expect(times.length).toBeGreaterThan(20);
    expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(1_000);
    await attack.end();
    await sleep(500);
    expect((await megabytes()) - before).toBeLessThan(64);
  }, 240_000);

  test('is restarted when it ends, and its quota leases are settled by its last report', async () => {
    await readSourceAddress();
    process.kill(await pidOfProxy(), 'SIGKILL');
    await expect.poll(() => timesListening).toBe(2);
    expect(used.get('slice1')?.done).toBe(true);
    expect(await readSourceAddress()).toBe('127.0.0.11');
    await link.end();
    expect(used.get('slice2')).toMatchObject({ done: true });
    expect(used.get('slice2')?.bytes).toBe('127.0.0.11\n'.length);
  });
});

/** Starts the attack in a separate process, so that its work does not affect the measurement. */
function startAttack(port: number) {
  const program = join(import.meta.dirname, '../../../test/attack-proxy.ts');
  const child = spawn(process.execPath, [program, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  let hasEnded = false;
  const ended = once(child, 'close').finally(() => (hasEnded = true));
  return {
    async waitFor(word: string): Promise<void> {
      while (!output.includes(`${word}\n`)) {
        if (hasEnded) throw new Error(`The attack ended before it printed ${word}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    kill: () => void child.kill('SIGKILL'),
    async end(): Promise<void> {
      child.stdin.end();
      await ended;
    },
  };
}

test('the process reports only the kind of a fatal error, never its input', async () => {
  const child = spawn(process.execPath, [...process.execArgv, programPath('proxy')]);
  let diagnostic = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (diagnostic += text));
  child.stdin.end('"visited.example"x\n');
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(diagnostic).toMatch(/^SyntaxError \n$/);
});

test('the journal settles held leases once, and ignores reports of other leases', () => {
  const journal = new QuotaLeaseJournal();
  journal.add('a');
  journal.add('b');
  expect(journal.record('a', 5, false)).toBe(true);
  expect(journal.record('b', 9, true)).toBe(true);
  expect(journal.record('b', 9, true)).toBe(false);
  expect(journal.record('c', 1, false)).toBe(false);
  expect(journal.settle()).toEqual([{ slice: 'a', bytes: 5 }]);
  expect(journal.settle()).toEqual([]);
});
