import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const address = '127.77.7.53';
let agent: ChildProcess | null = null;
afterEach(() => agent?.kill('SIGKILL'));

/** Whether nobody listens at port 53 there. */
function isFree(): Promise<boolean> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => {
    socket.once('error', () => resolve(false));
    socket.bind(53, address, () => socket.close(() => resolve(true)));
  });
}

test.skipIf(process.getuid?.() !== 0)('the resolver ends with an agent that was killed', async () => {
  const plan = { filters: [{ address, lists: [] }], resolver: '127.0.0.1', folder: '/nowhere' };
  const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
  const script = `import { keepNames } from ${JSON.stringify(path('./keep-names.ts'))};
    const parts = { plan: ${JSON.stringify(plan)}, program: ${JSON.stringify(path('../../main.names.ts'))},
      sleep: () => Promise.resolve(), onFailure: console.error };
    await keepNames(parts, new AbortController().signal);`;
  const folder = await mkdtemp(join(tmpdir(), 'comet-names-'));
  await writeFile(join(folder, 'agent.mjs'), script);
  agent = spawn(process.execPath, [join(folder, 'agent.mjs')], { stdio: 'inherit' });
  await expect.poll(isFree).toBe(false);
  agent.kill('SIGKILL');
  await expect.poll(isFree).toBe(true);
  await rm(folder, { recursive: true });
});
