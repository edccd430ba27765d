import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { chmod, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dnsFilterProgram } from '@comet/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { superviseDnsFilter } from './supervise-dns-filter.ts';

const address = '127.77.7.53';
let folder: string;
let agent: ChildProcess | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'comet-dns-filter-'));
});
afterEach(async () => {
  vi.useRealTimers();
  agent?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Resolves with whether port 53 of the address is free. */
function isFree(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(53, address, () => socket.close(() => resolve(true)));
  });
}

test.skipIf(process.getuid?.() !== 0)('the DNS filter ends with an agent that was killed', async () => {
  const filters = [{ address, lists: [] }];
  const plan = { program: dnsFilterProgram, filters, resolver: '127.0.0.1', folder };
  const module = fileURLToPath(new URL('./supervise-dns-filter.ts', import.meta.url));
  const script = `import { superviseDnsFilter } from ${JSON.stringify(module)};
    const parts = { plan: ${JSON.stringify(plan)}, sleep: () => Promise.resolve(), onFailure: console.error };
    await superviseDnsFilter(parts, new AbortController().signal);`;
  await writeFile(join(folder, 'agent.mjs'), script);
  agent = spawn(process.execPath, [join(folder, 'agent.mjs')], { stdio: 'inherit' });
  await expect.poll(isFree).toBe(false);
  agent.kill('SIGKILL');
  await expect.poll(isFree).toBe(true);
});

test('the DNS filter is restarted when it fails and when a list changes, and ends with the signal', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const [program, list] = [join(folder, 'program'), join(folder, 'ads.txt')];
  // Fails at the first start; later it ends with its standard input.
  const script = `#!/bin/sh\necho "$*" >> ${folder}/starts\n[ $(wc -l < ${folder}/starts) = 1 ] && { echo no >&2; exit 1; }\nexec /bin/cat\n`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  await writeFile(list, 'ads.example\n');
  const filters = [
    { address: '100.64.0.2', lists: ['ads' as const] },
    { address: '100.64.0.4', lists: ['ads' as const, 'trackers' as const] },
  ];
  const onFailure = vi.fn<(reason: string) => void>();
  const stop = new AbortController();
  const running = superviseDnsFilter(
    { plan: { program, filters, resolver: '192.0.2.53', folder }, sleep: () => Promise.resolve(), onFailure },
    stop.signal,
  );
  const starts = async () => (await readFile(join(folder, 'starts'), 'utf8')).trimEnd().split('\n');
  await expect.poll(() => starts().catch(() => [])).toHaveLength(2);
  expect(onFailure.mock.calls).toEqual([['no']]);
  expect(new Set(await starts())).toEqual(
    new Set([`65534 192.0.2.53:53 ${folder} 100.64.0.2:53=ads 100.64.0.4:53=ads,trackers`]),
  );
  await utimes(list, 1, 1);
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(60_000);
      return (await starts()).length;
    })
    .toBe(3);
  stop.abort();
  await running;
  expect(onFailure).toHaveBeenCalledOnce();
});
