import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { pidsOn } from '../leaks/processes.ts';
import { pressClose } from './close-button.ts';
import { openTray, type Tray } from './tray.ts';
import { openWebDriver, type WebDriver } from './webdriver.ts';

/** A desktop on the lab's client, with a screen and a session bus, on which the app is started. */
export interface Desk {
  /** Starts the app; `socket` is where it looks for its daemon. */
  open(): Promise<AppWindow>;
  readonly tray: Tray;
  /** Its user's home. */
  readonly home: string;
  /** The page that the app had a browser open last; waits for one. */
  openedPage(): Promise<string>;
  /** Starts the app once more, as a followed link does; resolves when that start has ended. */
  follow(link: string): Promise<void>;
  /** Runs xdotool on the app's window; throws while none is to be seen. */
  xdotool(...words: readonly string[]): Promise<string>;
  /** Presses the close button of the app's window. */
  pressClose(): Promise<void>;
  /** What the system was asked to say since the desk was opened, in the order of D-Bus. */
  notices(): string;
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
  /** Turns a switch. */
  toggle(label: string): Promise<void>;
  /** Types into the field of this label. */
  fill(label: string, text: string): Promise<void>;
  execute<T>(body: string): Promise<T>;
  picture(): Promise<Buffer>;
  end(): Promise<void>;
}

/** Sets a desktop up on the client. `folder` takes what its user has at home. */
export async function openDesk(lab: Lab, folder: string, program: string): Promise<Desk> {
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true, mode: 0o700 });
  const socket = join(folder, 'driver.sock');
  const bin = join(folder, 'bin');
  const pages = join(folder, 'pages');
  await mkdir(bin, { recursive: true });
  await mkdir(join(home, 'Downloads'), { recursive: true });
  await writeFile(join(home, 'user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${pages}\n`, { mode: 0o755 });
  const env = {
    ...{ HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, XDG_CACHE_HOME: home },
    ...{ XDG_RUNTIME_DIR: home, NO_AT_BRIDGE: '1', PATH: `${bin}:${process.env['PATH']}` },
  };
  const child = lab.spawn(
    'client',
    ['dbus-run-session', '--', process.execPath, join(import.meta.dirname, 'desk.ts'), socket],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: {
        ...env,
        // Without them a program refuses the driver.
        ...{ TAURI_AUTOMATION: 'true', TAURI_WEBVIEW_AUTOMATION: 'true' },
      },
    },
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const { bus, display } = await new Promise<{ bus: string; display: string }>((resolve, reject) => {
    child.stdout?.setEncoding('utf8').once('data', (line: string) => resolve(JSON.parse(line) as never));
    child.once('close', () => reject(new Error('The desk ended before it stood')));
  });
  const onDesk = { env: { ...env, DISPLAY: display, DBUS_SESSION_BUS_ADDRESS: bus } };
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await lab.exec('client', argv, onDesk);
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  };
  const xdotool = (...words: readonly string[]) =>
    run('xdotool', 'search', '--onlyvisible', '--name', '^Comet$', ...words);
  let notices = '';
  const rule = "interface='org.freedesktop.Notifications',member='Notify'";
  const listener = lab.spawn('client', ['dbus-monitor', '--address', bus, rule], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  listener.stdout?.setEncoding('utf8').on('data', (text: string) => void (notices += text));
  return {
    home,
    notices: () => notices,
    async openedPage() {
      let page = '';
      const read = async () => (page = (await readFile(pages, 'utf8').catch(() => '')).trim());
      await expect.poll(read).not.toBe('');
      await rm(pages);
      return page.split('\n').at(-1) ?? '';
    },
    follow: async (link) => void (await run(program, link)),
    xdotool,
    async pressClose() {
      const [window = ''] = (await xdotool()).split('\n');
      await pressClose(display, Number(window));
    },
    open: async () => appWindow(await openWebDriver(socket, program)),
    tray: openTray(lab, bus),
    runs: () =>
      pidsOn(lab, 'client', /comet-desktop/).then(
        () => true,
        () => false,
      ),
    async close() {
      listener.kill();
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
      const button = `//button[${named} or .//span[${named}] or @aria-label="${name}"]`;
      // What lies behind a dialog cannot be pressed, whatever it is called.
      const dialog = `return document.querySelector('[role="dialog"]') !== null`;
      const pressed = async () => {
        const within = (await driver.execute<boolean>(dialog)) ? '//*[@role="dialog"]' : '';
        await driver.click(within + button);
      };
      await expect(() => pressed().catch(unlessEnded)).toPass({ timeout: 10_000, intervals: [50] });
    },
    async toggle(label) {
      const pressed = () => driver.click(`//input[@role="switch" and @aria-label="${label}"]`);
      await expect(pressed).toPass({ timeout: 10_000, intervals: [50] });
    },
    async fill(label, text) {
      const field = `//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for]`;
      await expect(() => driver.type(field, text)).toPass({ timeout: 10_000, intervals: [50] });
    },
    execute: (body) => driver.execute(body),
    picture: () => driver.picture(),
    end: () => driver.end(),
  };
}

/** A button that ends the app leaves nobody to answer. */
function unlessEnded(error: Error): void {
  if (!error.message.includes('invalid session id')) throw error;
}
