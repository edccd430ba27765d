import type { Lab } from '@comet/lab';
import { openBus } from './dbus.ts';

/** An interactive control as exposed to a screen reader. */
export interface Control {
  readonly name: string;
  /** Number of the Atspi.Role. */
  readonly role: number;
  readonly focusable: boolean;
  readonly focused: boolean;
}

/** Reads the app's page from the accessibility bus of its session, as a screen reader does. */
export interface ScreenReader {
  controls(): Promise<readonly Control[]>;
}

/** Check box, combo box, push button, radio button, toggle button, entry, link (atspi-constants.h). */
const operable = new Set([7, 11, 43, 44, 62, 79, 88]);
/** Bits of the first 32-bit word of a state set (atspi-constants.h). */
const FOCUSABLE = 1 << 11;
const FOCUSED = 1 << 12;

const CACHE = '/org/a11y/atspi/cache';

/** Opens a reader. `session` is the address of the session bus. */
export function openScreenReader(lab: Lab, session: string): ScreenReader {
  return {
    async controls() {
      const found = await openBus(lab, session)('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress');
      const [, address] = /string "(.+)"/.exec(found ?? '') ?? [];
      if (address === undefined) throw new Error('The session has no accessibility bus');
      const send = openBus(lab, address);
      const names = await send('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames');
      const [page] = /org\.webkit\.[^"]+/.exec(names ?? '') ?? [];
      if (page === undefined) throw new Error('No page is on the accessibility bus');
      const items = async () => (await send(page, CACHE, 'org.a11y.atspi.Cache.GetItems')) ?? '';
      // WebKit creates accessible objects on request, so the whole tree is requested first.
      const visited = new Set<string>();
      for (let level = pathsIn(await items()); level.length > 0; ) {
        for (const path of level) visited.add(path);
        const replies = level.map((path) => send(page, path, 'org.a11y.atspi.Accessible.GetChildren'));
        const children = (await Promise.all(replies)).flatMap((reply) => pathsIn(reply ?? ''));
        level = children.filter((path) => !visited.has(path));
      }
      return controlsIn(await items());
    },
  };
}

/** Returns the page's object paths in a D-Bus reply. */
function pathsIn(reply: string): string[] {
  return [...new Set(reply.match(/\/org\/a11y\/webkit\/accessible\/\w+/g))];
}

/** Matches the name, role, description and states of each item; captures name, role and the first word of the states. */
const ITEM = /string "([^"]*)"\s+uint32 (\d+)\s+string "[^"]*"\s+array \[\s+uint32 (\d+)\s+uint32 \d+\s+\]/g;

function controlsIn(items: string): Control[] {
  return [...items.matchAll(ITEM)].flatMap(([, name = '', role, states]) =>
    operable.has(Number(role))
      ? [
          {
            ...{ name, role: Number(role) },
            focusable: (Number(states) & FOCUSABLE) !== 0,
            focused: (Number(states) & FOCUSED) !== 0,
          },
        ]
      : [],
  );
}
