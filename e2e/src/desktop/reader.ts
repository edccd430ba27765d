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

/** What a screen reader is given of the app, by the accessibility bus of its session. */
export interface Reader {
  controls(): Promise<readonly Control[]>;
}

/** Check box, combo box, push button, radio button, toggle button, entry, link (atspi-constants.h). */
const operable = new Set([7, 11, 43, 44, 62, 79, 88]);
/** Bits of the first word of a set of states (atspi-constants.h). */
const FOCUSABLE = 1 << 11;
const FOCUSED = 1 << 12;

const ROOT = { name: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' };

/** The reader of the session whose bus it is. */
export function openReader(lab: Lab, session: string): Reader {
  return {
    async controls() {
      const found = await openBus(lab, session)('org.a11y.Bus', '/org/a11y/bus', 'org.a11y.Bus.GetAddress');
      const [, address] = /string "(.+)"/.exec(found ?? '') ?? [];
      if (address === undefined) throw new Error('The session has no accessibility bus');
      const ask = openBus(lab, address);
      // WebKit makes an object when it is asked for: who reads walks the whole tree.
      const owners = new Set<string>();
      for (let level = [ROOT]; level.length > 0; ) {
        const children = level.map(({ name, path }) =>
          ask(name, path, 'org.a11y.atspi.Accessible.GetChildren'),
        );
        level = (await Promise.all(children)).flatMap((answer) => referencesIn(answer ?? ''));
        for (const { name } of level) owners.add(name);
      }
      const kept = [...owners].map((name) =>
        ask(name, '/org/a11y/atspi/cache', 'org.a11y.atspi.Cache.GetItems'),
      );
      return (await Promise.all(kept)).flatMap((items) => controlsIn(items ?? ''));
    },
  };
}

function referencesIn(answer: string): { name: string; path: string }[] {
  const pairs = answer.matchAll(/string "([^"]+)"\s+object path "([^"]+)"/g);
  return [...pairs].map(([, name = '', path = '']) => ({ name, path }));
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
