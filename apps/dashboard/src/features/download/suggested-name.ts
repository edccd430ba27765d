import { downloadTexts as texts, formatText } from '@comet/texts';
import type { Platform } from './detect-platform.ts';

/** An unused name for a config on this system: `Windows PC`, `Windows PC 2`. */
export function suggestedName(platform: Platform, taken: readonly string[]): string {
  const name = texts.deviceNames[platform];
  const isTaken = (wanted: string) => taken.some((one) => one.toLowerCase() === wanted.toLowerCase());
  if (!isTaken(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = formatText(texts.numberedName, { name, number });
    if (!isTaken(numbered)) return numbered;
  }
}
