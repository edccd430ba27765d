import { type DeviceChoice, readDeviceChoice } from './platform/system/device-choice.ts';
import { beginEarly, type EarlyStart } from './platform/system/early-device.linux.ts';
import { here } from './platform/callers/platform-of.ts';

/** What was begun, and by which choice. */
export interface EarlyDevice extends EarlyStart {
  readonly choice: DeviceChoice;
}

/**
 * Imported by `main.ts` before everything else: the device and the tools come while the rest is loaded and put together, which takes longer
 * (decision 49). Null where nothing was begun.
 */
export const begun: EarlyDevice | null = begin();

function begin(): EarlyDevice | null {
  if (here.system !== 'linux') return null;
  try {
    const choice = readDeviceChoice(process.env);
    const early = beginEarly(choice);
    return early === null ? null : { ...early, choice };
  } catch {
    // Whatever is wrong is said where all settings are read, and where the device is made then.
    return null;
  }
}
