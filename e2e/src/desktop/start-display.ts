import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Lab } from '@comet/lab';

/** An X display, a D-Bus session bus and WebKitWebDriver on the lab's client. */
export interface StartedDisplay {
  /** Path of the driver's unix socket. */
  readonly socket: string;
  /** Address of the session bus. */
  readonly bus: string;
  /** Name of the X display. */
  readonly display: string;
  /** Environment of a program that is started on the display without the driver. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts a display. `folder` holds the user's home directory and the driver's socket; `more` is added to the environment. */
export async function startDisplay(
  lab: Lab,
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Promise<StartedDisplay> {
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const socket = join(folder, 'driver.sock');
  const env = {
    ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home },
    XDG_RUNTIME_DIR: home,
    ...more,
  };
  const child = lab.spawn(
    'client',
    ['dbus-run-session', '--', process.execPath, join(import.meta.dirname, 'display-host.ts'), socket],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      // Without TAURI_WEBVIEW_AUTOMATION a program rejects the driver.
      env: { ...env, TAURI_AUTOMATION: 'true', TAURI_WEBVIEW_AUTOMATION: 'true' },
    },
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { bus, display } = await new Promise<{ bus: string; display: string }>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line) as never));
    child.once('close', () => reject(new Error('The display exited before it was ready')));
  });
  return {
    ...{ socket, bus, display },
    env: { ...env, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: bus },
    async close() {
      child.stdin?.end();
      await closed;
    },
  };
}
