import { configFault, question } from './command-line/command-line.ts';
import { type DeviceChoice, readDeviceChoice } from './platform/system/device-choice.ts';
import { startEarly, type EarlyStart } from './platform/system/early-device.linux.ts';
import { currentPlatform } from './platform/callers/platform-of.ts';

/** The early start with its device settings. */
export interface EarlyDevice extends EarlyStart {
  readonly choice: DeviceChoice;
}

/**
 * Imported by `main.ts` before anything but its arguments: the device and the tools start while the remaining modules are loaded, which takes longer (decision 49).
 * Null where nothing was started.
 */
export const earlyDevice: EarlyDevice | null = startEarlyDevice();

function startEarlyDevice(): EarlyDevice | null {
  if (currentPlatform.system !== 'linux' || question !== null || configFault !== null) return null;
  try {
    const choice = readDeviceChoice(process.env);
    const early = startEarly(choice);
    return early === null ? null : { ...early, choice };
  } catch {
    // The error is reported when all settings are read; the device is created after that.
    return null;
  }
}
