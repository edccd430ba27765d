import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@comet/stack';

const root = join(import.meta.dirname, '../../..');

/** Folder of the dashboard that the stack under test has built. */
export const builtDashboard = join(root, 'apps/dashboard/dist');

interface SecondDashboard extends AsyncDisposable {
  readonly address: string;
}

/** Starts a second dashboard server with another API or with missing files, so that the stack's own server stays intact. */
export async function startSecondDashboard(options: {
  readonly api: string;
  readonly folder?: string;
  readonly paymentOrigin?: string;
}): Promise<SecondDashboard> {
  const port = await freePort();
  const server = spawn(process.execPath, [join(root, 'stack/src/dashboard-server.ts')], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      SITE_FOLDER: options.folder ?? builtDashboard,
      API_URL: options.api,
      PAYMENT_ORIGIN: options.paymentOrigin ?? options.api,
      SITE_URL: options.api,
    },
    stdio: 'ignore',
  });
  const address = `http://localhost:${port}`;
  await waitUntilReady(address);
  return {
    address,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

async function waitUntilReady(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return;
    await sleep(50);
  }
  throw new Error(`No dashboard answers at ${address} within half a minute`);
}
