import { readDeviceChoice } from './device-choice.ts';
import { beginEarly, type EarlyStart } from './platform/early-device.linux.ts';
import { here } from './platform/here.ts';

/**
 * Imported by `main.ts` before everything else: the device and the tools come while the rest is loaded and put together, which takes longer
 * (decision 77). Null where nothing was begun.
 */
export const begun: EarlyStart | null = begin();

function begin(): EarlyStart | null {
  if (here.system !== 'linux') return null;
  try {
    return beginEarly(readDeviceChoice(process.env));
  } catch {
    // Whatever is wrong is said where all settings are read, and where the device is made then.
    return null;
  }
}
