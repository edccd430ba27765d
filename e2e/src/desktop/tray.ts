import { expect } from '@playwright/test';
import type { Lab } from '@comet/lab';
import { openBus } from './dbus.ts';

/** The app's tray menu, read and clicked over D-Bus (com.canonical.dbusmenu) as a desktop panel does. */
export interface Tray {
  /** Labels of the items, from top to bottom. */
  items(): Promise<readonly string[]>;
  /** Waits for an item and clicks it. */
  press(label: string): Promise<void>;
}

const MENU = '/org/ayatana/NotificationItem/tray_icon_tray_app_comet/Menu';
const INTERFACE = 'com.canonical.dbusmenu';

/** Opens the tray. `bus` is the address of the session bus. */
export function openTray(lab: Lab, bus: string): Tray {
  const send = openBus(lab, bus);

  /** Returns the bus name of the menu's owner and the item ids by label; an empty name if there is no menu. */
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
