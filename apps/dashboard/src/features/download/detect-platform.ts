import type { instructionTexts } from '@comet/texts';

export type Platform = keyof typeof instructionTexts.platforms;

/** Platform by the browser's user agent. An iPad identifies itself as a Mac. */
export function detectPlatform(userAgent: string): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios';
  if (/Android/.test(userAgent)) return 'android';
  if (/Windows/.test(userAgent)) return 'windows';
  return /Mac/.test(userAgent) ? 'macos' : 'linux';
}
