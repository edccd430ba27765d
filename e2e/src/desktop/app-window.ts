import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { pidsOn } from '../leaks/processes.ts';
import { openTray, type Tray } from './tray.ts';
import { openWebDriver, type WebDriver } from './webdriver.ts';

/** A desktop on the lab's client, with a screen and a session bus, on which the app is started. */
export interface Desk {
  /** Starts the app; `socket` is where it looks for its daemon. */
  open(): Promise<AppWindow>;
  readonly tray: Tray;
  /** Whether the app's process is there. */
  runs(): Promise<boolean>;
  close(): Promise<void>;
}

export interface AppWindow {
  /** Waits until the screen's one headline is `words`. */
  headline(words: string, milliseconds?: number): Promise<void>;
  /** All that the screen says. */
  text(): Promise<string>;
  /** Presses a button as soon as it is there; `name` is what it says, or the first line of it. */
  press(name: string): Promise<void>;
  picture(): Promise<Buffer>;
  end(): Promise<void>;
}

/** Sets a desktop up on the client. `folder` takes what its user has at home. */
export async function openDesk(lab: Lab, folder: string, program: string): Promise<Desk> {
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const socket = join(folder, 'driver.sock');
  const child = lab.spawn(
    'client',
    ['dbus-run-session', '--', process.execPath, join(import.meta.dirname, 'desk.ts'), socket],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home },
        ...{ XDG_RUNTIME_DIR: home, NO_AT_BRIDGE: '1' },
        // Without them a program refuses the driver.
        ...{ TAURI_AUTOMATION: 'true', TAURI_WEBVIEW_AUTOMATION: 'true' },
      },
    },
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { bus } = await new Promise<{ bus: string }>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line) as never));
    child.once('close', () => reject(new Error('The desk ended before it stood')));
  });
  return {
    open: async () => appWindow(await openWebDriver(socket, program)),
    tray: openTray(lab, bus),
    runs: () =>
      pidsOn(lab, 'client', /comet-desktop/).then(
        () => true,
        () => false,
      ),
    async close() {
      child.stdin?.end();
      await closed;
    },
  };
}

function appWindow(driver: WebDriver): AppWindow {
  const text = () => driver.execute<string>('return document.body.innerText');
  return {
    text,
    async headline(words, timeout = 15_000) {
      const read = () => driver.execute<string>('return document.querySelector("h1")?.innerText ?? ""');
      await expect.poll(read, { timeout, intervals: [50] }).toBe(words);
    },
    async press(name) {
      const named = `normalize-space()="${name}"`;
      const pressed = () => driver.click(`//button[${named} or .//span[${named}]]`).catch(unlessEnded);
      await expect(pressed).toPass({ timeout: 10_000, intervals: [50] });
    },
    picture: () => driver.picture(),
    end: () => driver.end(),
  };
}

/** A button that ends the app leaves nobody to answer. */
function unlessEnded(error: Error): void {
  if (!error.message.includes('invalid session id')) throw error;
}
