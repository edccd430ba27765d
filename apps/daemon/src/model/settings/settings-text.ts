import { jsonOf } from '@comet/foundation';
import { type DaemonSettings, daemonSettings } from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { migrateSettings, settingsVersion } from './migrate.ts';

/** Settings that are not exported: local ports, and a pause. */
type LocalSetting = 'localProxies' | 'pausedUntil';

/** The exported settings. */
export type PortableSettings = Omit<DaemonSettings, LocalSetting>;

const form = z.object({
  comet: z.literal('settings'),
  version: z.int().check(z.minimum(1), z.maximum(settingsVersion)),
  settings: z.record(z.string(), z.unknown()),
});

/** Writes settings as a file that a person can read and copy to another machine. */
export function writeSettings(settings: DaemonSettings): string {
  const { localProxies: _, pausedUntil: __, ...portable } = settings;
  const file: z.input<typeof form> = { comet: 'settings', version: settingsVersion, settings: portable };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Reads such a file, of this or an older version; null if it is invalid or of a newer version. */
export function readSettingsText(text: string): PortableSettings | null {
  const file = form.safeParse(jsonOf(text));
  if (!file.success) return null;
  const { settings, version } = file.data;
  const defaults = { localProxies: [], pausedUntil: null };
  const read = daemonSettings.safeParse({ ...migrateSettings(settings, version), ...defaults });
  if (!read.success) return null;
  const { localProxies: _, pausedUntil: __, ...portable } = read.data;
  return portable;
}
