import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { openBus } from './dbus.ts';

/** The app's menu in the tray, as a desktop's panel reads and presses it over D-Bus. */
export interface Tray {
  /** What its items say, from above. */
  items(): Promise<readonly string[]>;
  /** Presses an item as soon as it is there. */
  press(label: string): Promise<void>;
}

const MENU = '/org/ayatana/NotificationItem/tray_icon_tray_app_comet/Menu';
const INTERFACE = 'com.canonical.dbusmenu';

/** The tray of the session whose bus it is. */
export function openTray(lab: Lab, bus: string): Tray {
  const send = openBus(lab, bus);

  /** The connection that holds the menu, and its items' numbers by their labels. */
  async function read() {
    const names = await send('org.freedesktop.DBus', '/', 'org.freedesktop.DBus.ListNames');
    for (const [, name = ''] of (names ?? '').matchAll(/"(:[\d.]+)"/g)) {
      const layout = [`${INTERFACE}.GetLayout`, 'int32:0', 'int32:-1', 'array:string:label'];
      const menu = await send(name, MENU, ...layout);
      if (menu !== null) return { name, items: itemsOf(menu) };
    }
    return { name: '', items: new Map<string, string>() };
  }

  return {
    items: async () => [...(await read()).items.keys()],
    async press(label) {
      await expect.poll(async () => [...(await read()).items.keys()]).toContain(label);
      const { name, items } = await read();
      const event = [`int32:${items.get(label)}`, 'string:clicked', 'variant:int32:0', 'uint32:0'];
      await send(name, MENU, `${INTERFACE}.Event`, ...event);
    },
  };
}

function itemsOf(layout: string): Map<string, string> {
  const entry = /int32 (\d+)\s+array \[\s+dict entry\(\s+string "label"\s+variant\s+string "([^"]*)"/g;
  return new Map([...layout.matchAll(entry)].map(([, number = '', label = '']) => [label, number]));
}
