import type { Lab } from '@comet/lab';
import { openBus } from './dbus.ts';

/** Something that can be operated, as a screen reader is told of it. */
export interface Control {
  readonly name: string;
  /** Atspi.Role, by its number. */
  readonly role: number;
  readonly focusable: boolean;
  readonly focused: boolean;
}

/** What a screen reader is given of the app's page, by the accessibility bus of its session. */
export interface Reader {
  controls(): Promise<readonly Control[]>;
}

/** Check box, combo box, push button, radio button, toggle button, entry, link (atspi-constants.h). */
const operable = new Set([7, 11, 43, 44, 62, 79, 88]);
/** Bits of the first word of a set of states (atspi-constants.h). */
const FOCUSABLE = 1 << 11;
const FOCUSED = 1 << 12;

const CACHE = '/org/a11y/atspi/cache';

/** The reader of the session whose bus it is. */
export function openReader(lab: Lab, session: string): Reader {
  return {
    async controls() {
      const found = await openBus(lab, session)('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress');
      const [, address] = /string "(.+)"/.exec(found ?? '') ?? [];
      if (address === undefined) throw new Error('The session has no accessibility bus');
      const ask = openBus(lab, address);
      const names = await ask('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames');
      const [page] = /org\.webkit\.[^"]+/.exec(names ?? '') ?? [];
      if (page === undefined) throw new Error('No page speaks on the accessibility bus');
      const items = async () => (await ask(page, CACHE, 'org.a11y.atspi.Cache.GetItems')) ?? '';
      // WebKit makes an object when it is asked for: who reads walks the whole tree.
      const met = new Set<string>();
      for (let level = pathsIn(await items()); level.length > 0; ) {
        for (const path of level) met.add(path);
        const answers = level.map((path) => ask(page, path, 'org.a11y.atspi.Accessible.GetChildren'));
        const children = (await Promise.all(answers)).flatMap((answer) => pathsIn(answer ?? ''));
        level = children.filter((path) => !met.has(path));
      }
      return controlsIn(await items());
    },
  };
}

/** The page's own objects in an answer. */
function pathsIn(answer: string): string[] {
  return [...new Set(answer.match(/\/org\/a11y\/webkit\/accessible\/\w+/g))];
}

/** Of each item: name, role, description, states. */
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
