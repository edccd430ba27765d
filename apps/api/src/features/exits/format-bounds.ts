import { table } from '../operator-commands/index.ts';

/** The operator's denied destinations and limits of an exit; null for no limit. */
interface Bounds {
  readonly deniedPorts: readonly number[];
  readonly deniedNetworks: readonly string[];
  readonly deniedNames: readonly string[];
  readonly limitBytesPerSecond: number | null;
  readonly limitDayBytes: number | null;
}

/** Formats limits for `comet-ops`, in the units in which they are set. */
export function formatBounds(bounds: Bounds): string {
  const inUnits = (bytes: number | null, unit: number) => (bytes === null ? 'any' : String(bytes / unit));
  const list = (denied: readonly (string | number)[]) => (denied.length === 0 ? 'none' : denied.join(','));
  return table(
    ['bound', 'value'],
    [
      ['never ports', list(bounds.deniedPorts)],
      ['never networks', list(bounds.deniedNetworks)],
      ['never names', list(bounds.deniedNames)],
      ['megabits a second', inUnits(bounds.limitBytesPerSecond, 125_000)],
      ['gigabytes a day', inUnits(bounds.limitDayBytes, 1_000_000_000)],
    ],
  );
}
