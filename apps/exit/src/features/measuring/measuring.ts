import type { ExitLine } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import type { Caps } from '../allowance/index.ts';
import { measureBytes } from './decide-measure.ts';
import type { KeptLine } from './line.store.ts';
import type { Measured, MeasuredPath, measureLine } from './measure-line.ts';

export interface MeasuringParts {
  readonly file: StateFile<KeptLine>;
  readonly clock: Clock;
  readonly measure: typeof measureLine;
  /** Bytes carried today. */
  today(): number;
  caps(): Caps;
  /** Told of what a measurement cost. */
  spent(bytes: number): Promise<void>;
}

/** Knows what the line is worth, and measures it when that is due. */
export interface Measuring {
  /** Null before it was measured. */
  readonly line: ExitLine | null;
  /** To be asked now and then while the gateway is reached by `path`. True when there is a new figure. */
  look(path: MeasuredPath): Promise<boolean>;
}

export async function createMeasuring(parts: MeasuringParts): Promise<Measuring> {
  const { file, clock } = parts;
  let kept = await file.read();
  let triedAt: number | null = null;
  let before: { readonly at: number; readonly today: number } | null = null;

  function carriedPerSecond(now: number): number {
    const last = before;
    before = { at: now, today: parts.today() };
    return last === null ? 0 : (Math.max(0, before.today - last.today) * 1_000) / Math.max(1, now - last.at);
  }

  return {
    get line() {
      return kept?.line ?? null;
    },
    async look(path) {
      const now = clock.now().getTime();
      const measuredAt = kept === null ? null : Date.parse(kept.measuredAt);
      const asOf = { now, measuredAt, triedAt, today: parts.today(), caps: parts.caps() };
      const bytes = measureBytes({ ...asOf, carriedPerSecond: carriedPerSecond(now) });
      if (bytes === null) return false;
      triedAt = now;
      const { line, spentBytes }: Measured = await parts.measure(path, bytes);
      await parts.spent(spentBytes);
      if (line === null) return false;
      kept = { version: 1, measuredAt: clock.now().toISOString(), line };
      await file.write(kept);
      return true;
    },
  };
}
