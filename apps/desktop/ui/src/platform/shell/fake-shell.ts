import type { Shell, Tray } from './shell.ts';

export interface FakeShell extends Shell {
  /** The recorded calls, latest last. */
  readonly calls: readonly string[];
  readonly tray: () => Tray | null;
  press(id: string): void;
  requestClose(): void;
  follow(link: string): void;
  /** The result of `installUpdate`. */
  installs: Awaited<ReturnType<Shell['installUpdate']>>;
}

/** A shell that records calls and emits events on request. */
export function fakeShell(): FakeShell {
  const calls: string[] = [];
  const presses = new Set<(id: string) => void>();
  const closes = new Set<() => void>();
  const links = new Set<(url: string) => void>();
  let tray: Tray | null = null;
  let autostart = false;
  const note = async (what: string): Promise<void> => void calls.push(what);
  const among =
    <T>(listeners: Set<T>) =>
    (listener: T) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  const shell: FakeShell = {
    calls,
    installs: 'installed',
    follow: (link) => links.forEach((listener) => listener(link)),
    tray: () => tray,
    press: (id) => presses.forEach((listener) => listener(id)),
    requestClose: () => closes.forEach((listener) => listener()),
    setTray: async (next) => void (tray = next),
    notify: (title, body) => note(`notify: ${title} ${body}`),
    openPage: (url) => note(`open: ${url}`),
    showWindow: () => note('show'),
    hideWindow: () => note('hide'),
    quit: () => note('quit'),
    installUpdate: () => note('install').then(() => shell.installs),
    restart: () => note('restart'),
    autostart: { isOn: async () => autostart, set: async (on) => void (autostart = on) },
    onTray: among(presses),
    onCloseRequested: among(closes),
    onLink: among(links),
  };
  return shell;
}
