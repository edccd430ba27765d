import { exitTexts as texts } from '@comet/texts/exit';
import type { Caps, Usage } from '../allowance/index.ts';
import type { KeptLine } from '../measuring/index.ts';

/** Bytes as people read them: 1 GB is 10^9 bytes. */
export function amount(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** power;
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`;
}

export function capsLine({ bytesPerSecond, dayBytes }: Caps): string {
  return texts.caps(
    bytesPerSecond === null ? texts.noCap : texts.megabits(bytesPerSecond / 125_000),
    dayBytes === null ? texts.noCap : texts.gigabytes(dayBytes / 1e9),
  );
}

export function lineLine({ line, measuredAt }: KeptLine): string {
  const megabits = (bytesPerSecond: number) =>
    texts.megabits(Number((bytesPerSecond / 125_000).toPrecision(2)));
  return texts.line(
    megabits(line.downBytesPerSecond),
    megabits(line.upBytesPerSecond),
    measuredAt.slice(0, 10),
  );
}

/** The days that something was carried on, the last one first. */
export function usageTable({ days }: Usage): string {
  const lines = Object.entries(days)
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([day, bytes]) => `${day}  ${amount(bytes)}`);
  return lines.length === 0 ? texts.nothingCarried : [texts.carriedHeading, ...lines].join('\n');
}
