import { addMissingSettings } from './migrations/0001-add-missing-settings.ts';
import { removeWideSplitNetworks } from './migrations/0002-remove-wide-split-networks.ts';

type Written = Readonly<Record<string, unknown>>;

/** In order, and not changed after their release: each depends on the formats before and after it, not on the current one. */
const steps: readonly ((settings: Written) => Written)[] = [addMissingSettings, removeWideSplitNetworks];

/** The version of the format that this daemon writes: the number of steps. */
export const settingsVersion = steps.length;

/** Returns settings of an older version in the current format, without validation. Version 0: settings without a version. */
export function migrateSettings(settings: Written, from: number): Written {
  return steps.slice(from).reduce((before, step) => step(before), settings);
}
