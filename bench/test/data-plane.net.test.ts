import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uapiSocketPath } from '@comet/linux-network';
import { expect, onTestFinished, test } from 'vitest';
import { startDataPlane } from '../src/tunnels/data-plane.ts';

const name = `bdp${process.pid}`;
const socket = uapiSocketPath(name);

/** A fake lab that runs all commands on this machine. */
const lab: Parameters<typeof startDataPlane>[0] = {
  spawn: (_host, [file = '', ...args], { env, ...options } = {}) =>
    spawn(file, args, { ...options, env: { ...process.env, ...env } }),
};

test('a data plane with a delay between bind and listen keeps its socket', async () => {
  const slow = await program(`
import os, socket, time
os.makedirs('/var/run/wireguard', exist_ok=True)
server = socket.socket(socket.AF_UNIX)
server.bind('${socket}')
time.sleep(0.3)
server.listen()
while True: server.accept()
`);
  const child = await startDataPlane(lab, 'client', slow, name);
  onTestFinished(() => {
    child.kill();
  });
  expect(child.exitCode).toBeNull();
  expect(existsSync(socket)).toBe(true);
});

test('the error contains the reason why a data plane exited', async () => {
  const broken = await program(`print('the device is busy'); exit(1)`);
  await expect(startDataPlane(lab, 'client', broken, name)).rejects.toThrow('the device is busy');
});

/** A Python program that replaces wireguard-go. */
async function program(source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  onTestFinished(async () => {
    await rm(folder, { recursive: true });
    await rm(socket, { force: true });
  });
  const file = join(folder, 'wireguard');
  await writeFile(file, `#!/usr/bin/env python3\n${source}`, { mode: 0o755 });
  return file;
}
