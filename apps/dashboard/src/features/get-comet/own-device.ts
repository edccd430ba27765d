import type { platformNames } from '@comet/texts';
import { ownPlatform } from '../download/index.ts';
import { isAppPublished } from './published.ts';

interface OwnDevice {
  readonly platform: keyof typeof platformNames;
  /** Whether the site offers our app for the platform; other devices connect with a config. */
  readonly hasApp: boolean;
}

/** The device that displays the page. */
export function ownDevice(userAgent: string = navigator.userAgent): OwnDevice {
  const platform = ownPlatform(userAgent);
  return { platform, hasApp: platform === 'linux' && isAppPublished() };
}
