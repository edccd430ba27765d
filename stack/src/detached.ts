import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { READY_LINE } from './report.ts';
import { logNamed } from './service/log.ts';
import type { StackOptions } from './start-options.ts';
import { openStateFolder } from './state/folder.ts';

/**
 * Starts the stack in a process of its own and shows its output until it is ready or has failed. Returns the exit
 * code: 0 when the stack keeps running.
 */
export async function startDetached(
  options: StackOptions,
  args: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const folder = await openStateFolder(options.state);
  const log = logNamed(folder.logs, 'start');
  const output = await log.open();
  let position = (await output.stat()).size;
  const script = `${import.meta.dirname}/start.ts`;
  const foreground = args.filter((arg) => arg !== '--detach');
  const child = spawn(process.execPath, [script, ...foreground], {
    detached: true,
    stdio: ['ignore', output.fd, output.fd],
  });
  await output.close();
  let code: number | null = null;
  child.once('exit', (exitCode) => (code = exitCode ?? 1));
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });

  await using reader = await open(log.path, 'r');
  for (let shown = ''; ; await sleep(50)) {
    // The exit is checked before the file is read: everything written until then is in it.
    const ended = code;
    const { buffer, bytesRead } = await reader.read({ buffer: Buffer.alloc(64 * 1024), position });
    position += bytesRead;
    const news = buffer.subarray(0, bytesRead);
    process.stdout.write(news);
    shown += news.toString('latin1');
    if (bytesRead > 0) continue;
    if (ended !== null) return ended;
    if (shown.endsWith(`\n${READY_LINE}\n`)) {
      child.unref();
      return 0;
    }
  }
}
