import type { platformNames } from '@comet/texts';
import { isAppPublished } from './published.ts';
import { detectPlatform } from '../download/index.ts';

interface DetectedDevice {
  readonly platform: keyof typeof platformNames;
  /** Whether the site offers our app for the platform; other devices connect with a config. */
  readonly hasApp: boolean;
}

/** The device that displays the page. */
export function detectDevice(userAgent: string = navigator.userAgent): DetectedDevice {
  const platform = detectPlatform(userAgent);
  return { platform, hasApp: platform === 'linux' && isAppPublished() };
}
