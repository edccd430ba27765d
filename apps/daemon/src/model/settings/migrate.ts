import { addMissingSettings } from './migrations/0001-add-missing-settings.ts';
import { removeWideSplitNetworks } from './migrations/0002-remove-wide-split-networks.ts';

type Written = Readonly<Record<string, unknown>>;

/** In their order, never changed once they were released: each knows the form before it and after it, and nothing of today's. */
const steps: readonly ((settings: Written) => Written)[] = [addMissingSettings, removeWideSplitNetworks];

/** The version of the form that this daemon writes: how many steps lead to it. */
export const settingsVersion = steps.length;

/** Settings of an older version in today's form; what is in them is not checked. 0 stands for those without a version. */
export function migrated(settings: Written, from: number): Written {
  return steps.slice(from).reduce((before, step) => step(before), settings);
}
