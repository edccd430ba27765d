import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { pidsOn } from '../leaks/processes.ts';
import { stateFolder } from '../support/running-stack.ts';
import { pressClose } from './close-button.ts';
import { openScreenReader, type ScreenReader } from './screen-reader.ts';
import type { ShownHeadline } from './headline-and-packets.ts';
import { startDisplay } from './start-display.ts';
import { openTray, type Tray } from './tray.ts';
import { NotClicked, openWebDriver, type WebDriver } from './webdriver.ts';

/** A desktop on the lab's client, with a display and a session bus, for the app. */
export interface Desktop {
  /** Starts the app. */
  open(): Promise<AppWindow>;
  readonly tray: Tray;
  readonly reader: ScreenReader;
  /** Home folder of the user. */
  readonly home: string;
  /** Waits for the app to open a page in the browser; returns the last one. */
  openedPage(): Promise<string>;
  /** Starts a second instance with a link, like a browser; resolves when it has exited. */
  follow(link: string): Promise<void>;
  /** Runs xdotool on the app's window; throws while it is not visible. */
  xdotool(...args: readonly string[]): Promise<string>;
  /** Presses the close button of the app's window. */
  pressClose(): Promise<void>;
  /** Returns the D-Bus notifications since the display was opened, in order. */
  notifications(): string;
  /** Returns whether the app's process exists. */
  runs(): Promise<boolean>;
  close(): Promise<void>;
}

export interface AppWindow {
  /** Waits until the screen's headline is `expected`. */
  headline(expected: string, milliseconds?: number): Promise<void>;
  /** Starts to record each headline with its time. */
  recordHeadlines(): Promise<void>;
  /** Returns the recorded headlines, oldest first. */
  headlineLog(): Promise<readonly ShownHeadline[]>;
  /** Returns the text of the screen. */
  text(): Promise<string>;
  /** Clicks a button as soon as it exists. `name`: its label, or the first line of it. */
  press(name: string): Promise<void>;
  /** Toggles a switch. */
  toggle(label: string): Promise<void>;
  /** Types into the field with this label. */
  fill(label: string, text: string): Promise<void>;
  execute<T>(body: string): Promise<T>;
  /** Clicks the one of these buttons that exists. Throws if none does. */
  pressOneOf(names: readonly string[]): Promise<void>;
  /** Presses a key together with Ctrl. */
  pressWithCtrl(key: string): Promise<void>;
  /** Returns the viewport's width and the horizontal overflow in CSS px. */
  measureWidth(): Promise<{ readonly width: number; readonly overflow: number }>;
  picture(): Promise<Buffer>;
  end(): Promise<void>;
}

/** Starts a desktop of a new user on the client. The user's files are in the folder `name` of the stack's state. */
export async function openDesktop(lab: Lab, name: string): Promise<Desktop> {
  const program = process.env['COMET_E2E_DESKTOP'] ?? '';
  const folder = join(stateFolder(), name);
  const bin = join(folder, 'bin');
  const pages = join(folder, 'pages');
  const home = join(folder, 'home');
  // A repeated test must not find the settings of its first try.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await mkdir(bin, { recursive: true });
  await mkdir(home, { recursive: true, mode: 0o700 });
  await mkdir(join(home, 'Downloads'), { recursive: true });
  await writeFile(join(home, 'user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Downloads"\n');
  await writeFile(join(bin, 'xdg-open'), `#!/bin/sh\necho "$1" >> ${pages}\n`, { mode: 0o755 });
  const desktop = await startDisplay(lab, folder, { PATH: `${bin}:${process.env['PATH']}` });
  const { socket, bus, display } = desktop;
  const onDesktop = { env: { ...desktop.env } };
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await lab.exec('client', argv, onDesktop);
    if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  };
  const xdotool = (...args: readonly string[]) =>
    run('xdotool', 'search', '--onlyvisible', '--name', '^Comet$', ...args);
  let notifications = '';
  let driver: WebDriver | null = null;
  const rule = "interface='org.freedesktop.Notifications',member='Notify'";
  const listener = lab.spawn('client', ['dbus-monitor', '--address', bus, rule], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  listener.stdout?.setEncoding('utf8').on('data', (text: string) => void (notifications += text));
  return {
    home,
    notifications: () => notifications,
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
    async open() {
      // The driver supports one session and keeps that of an exited app.
      await driver?.end().catch(() => 'ended with its app');
      driver = await openWebDriver(socket, program);
      return appWindow(driver);
    },
    tray: openTray(lab, bus),
    reader: openScreenReader(lab, bus),
    runs: () =>
      pidsOn(lab, 'client', /comet-desktop/).then(
        () => true,
        () => false,
      ),
    async close() {
      listener.kill();
      await desktop.close();
    },
  };
}

/** Runs in the window. Called for a change before a paint; callbacks requested in the call run after the frame. */
const RECORD_HEADLINES = `
  const note = () => {
    const headline = document.querySelector('h1')?.innerText ?? '';
    if (window.headlineLog.at(-1)?.headline === headline) return;
    const shown = { at: Date.now(), drawn: null, headline };
    window.headlineLog.push(shown);
    requestAnimationFrame(() => setTimeout(() => { shown.drawn = Date.now(); }));
  };
  window.headlineLog = [];
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true });
  note();`;

function appWindow(driver: WebDriver): AppWindow {
  const text = () => driver.execute<string>('return document.body.innerText');
  return {
    text,
    async headline(expected, timeout = 15_000) {
      const read = () => driver.execute<string>('return document.querySelector("h1")?.innerText ?? ""');
      await expect.poll(read, { timeout, intervals: [50] }).toBe(expected);
    },
    recordHeadlines: () => driver.execute(RECORD_HEADLINES),
    headlineLog: () => driver.execute('return window.headlineLog'),
    async press(name) {
      const named = `normalize-space()="${name}"`;
      const button = `//button[${named} or .//span[${named}] or @aria-label="${name}"]`;
      // Elements behind a dialog cannot be clicked.
      const dialog = `return document.querySelector('[role="dialog"]') !== null`;
      const pressed = async () => {
        const within = (await driver.execute<boolean>(dialog)) ? '//*[@role="dialog"]' : '';
        await driver.click(within + button);
      };
      await once(pressed);
    },
    async toggle(label) {
      await once(() => driver.click(`//input[@role="switch" and @aria-label="${label}"]`));
    },
    async fill(label, text) {
      const field = `//input[@aria-label="${label}" or @id=//label[normalize-space()="${label}"]/@for]`;
      await expect(() => driver.type(field, text)).toPass({ timeout: 20_000, intervals: [50] });
    },
    execute: (body) => driver.execute(body),
    pressOneOf: (names) =>
      driver.click(`//button[${names.map((name) => `normalize-space()="${name}"`).join(' or ')}]`),
    pressWithCtrl: (key) =>
      driver.execute(
        `window.dispatchEvent(new KeyboardEvent('keydown', { key: ${JSON.stringify(key)}, ctrlKey: true }))`,
      ),
    measureWidth: () =>
      driver.execute(
        'return { width: innerWidth, overflow: document.documentElement.scrollWidth - innerWidth }',
      ),
    picture: () => driver.picture(),
    end: () => driver.end(),
  };
}

/**
 * Clicks as soon as the element exists, but only once: a click that the driver reports as failed, such as one that ends the app, may have
 * changed the screen. The next step shows whether it did.
 */
async function once(press: () => Promise<void>): Promise<void> {
  const tried = () =>
    press().catch((error: unknown) => {
      if (error instanceof NotClicked) throw error;
    });
  await expect(tried).toPass({ timeout: 20_000, intervals: [50] });
}
