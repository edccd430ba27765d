import { jsonOf } from '@comet/foundation';
import {
  type DaemonSettings,
  daemonSettings,
  isListUrl,
  maxListTexts,
  maxNameLists,
  type NameList,
  nameList,
} from '@comet/tunnel-protocol';
import * as z from 'zod/mini';
import { migrateSettings, settingsVersion } from './migrate.ts';

/** Settings that are not exported: local ports, and a pause. */
type LocalSetting = 'localProxies' | 'locationProxies' | 'pausedUntil';

/** A text list, as an exported settings file contains it. */
export interface ListText extends NameList {
  readonly text: string;
}

/** The exported settings. */
export type PortableSettings = Omit<DaemonSettings, LocalSetting>;

const form = z.object({
  comet: z.literal('settings'),
  version: z.int().check(z.minimum(1), z.maximum(settingsVersion)),
  settings: z.record(z.string(), z.unknown()),
  /** The texts of the user's own lists without a URL. */
  listTexts: z._default(
    z
      .array(z.extend(nameList, { text: z.string().check(z.maxLength(maxListTexts)) }))
      .check(z.maxLength(maxNameLists)),
    [],
  ),
});

/** Writes settings as a file that a person can read and copy to another machine. */
export function writeSettings(settings: DaemonSettings, listTexts: readonly ListText[] = []): string {
  const { localProxies: _, locationProxies: __, pausedUntil: ___, ...portable } = settings;
  const file: z.input<typeof form> = {
    ...{ comet: 'settings', version: settingsVersion, settings: portable },
    ...(listTexts.length === 0 ? {} : { listTexts: [...listTexts] }),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads such a file, of this or an older version; null if it is invalid or of a newer version, and if it lacks the text of a list.
 */
export function readSettingsText(text: string): PortableSettings | null {
  return readSettingsFile(text)?.settings ?? null;
}

/** The same, with the texts of the user's own lists. */
export function readSettingsFile(
  text: string,
): { readonly settings: PortableSettings; readonly listTexts: readonly ListText[] } | null {
  const file = form.safeParse(jsonOf(text));
  if (!file.success) return null;
  const { settings, version } = file.data;
  const defaults = { localProxies: [], locationProxies: [], pausedUntil: null };
  const read = daemonSettings.safeParse({ ...migrateSettings(settings, version), ...defaults });
  if (!read.success) return null;
  const { localProxies: _, locationProxies: __, pausedUntil: ___, ...portable } = read.data;
  const { listTexts } = file.data;
  const isComplete = portable.nameLists.every(
    ({ kind, source }) =>
      isListUrl(source) || listTexts.some((one) => one.kind === kind && one.source === source),
  );
  return isComplete ? { settings: portable, listTexts } : null;
}
