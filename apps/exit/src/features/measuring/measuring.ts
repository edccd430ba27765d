import { type ExitLine, exitMeasure, exitLine } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import type { Caps } from '../allowance/index.ts';
import type { Measured, MeasuredPath, measureLine } from './measure-line.ts';
import * as z from 'zod/mini';

/** The last measurement of the line, so that a restart does not measure again. */
export const lineFile = z.object({ version: z.literal(1), measuredAt: z.iso.datetime(), line: exitLine });

export type KeptLine = z.output<typeof lineFile>;

/** Minimum bytes of a measurement; fewer are too inaccurate. */
const minBytes = 100_000;

/** Validity of a measurement in ms, and the interval of retries without one. */
const standsFor = 24 * 3_600_000;

const retryAfter = 3_600_000;

/** Bytes per second above which a line counts as busy and is not measured. */
const quiet = 100_000;

/** The input of the decision to measure; times in milliseconds. */
interface Occasion {
  readonly now: number;
  readonly measuredAt: number | null;
  readonly triedAt: number | null;
  /** Both directions, since the last call. */
  readonly usagePerSecond: number;
  readonly caps: Caps;
  /** Bytes forwarded today. */
  readonly today: number;
}

/**
 * Returns the bytes per direction for a measurement now; null for none. Once a day, on a line that is quiet, and never more than half a
 * percent of the day's cap while half of that is left, or a quarter of a second's at the capped speed.
 */
export function measureBytes({
  now,
  measuredAt,
  triedAt,
  usagePerSecond,
  caps,
  today,
}: Occasion): number | null {
  const stands = measuredAt !== null && now - measuredAt < standsFor && now >= measuredAt;
  const tried = triedAt !== null && now - triedAt < retryAfter && now >= triedAt;
  if (stands || tried || usagePerSecond > quiet) return null;
  const { dayBytes, bytesPerSecond } = caps;
  if (dayBytes !== null && today > dayBytes / 2) return null;
  const bytes = Math.min(
    exitMeasure.maxBytes,
    Math.floor((dayBytes ?? Number.POSITIVE_INFINITY) / 200),
    Math.floor((bytesPerSecond ?? Number.POSITIVE_INFINITY) / 4),
  );
  return bytes < minBytes ? null : bytes;
}

interface MeasuringParts {
  readonly file: StateFile<KeptLine>;
  readonly clock: Clock;
  readonly measure: typeof measureLine;
  /** Bytes forwarded today. */
  today(): number;
  caps(): Caps;
  /** Called with the bytes that a measurement used. */
  addMeasuredBytes(bytes: number): Promise<void>;
}

/** Stores the line's measured rates, and measures it when due. */
export interface Measuring {
  /** Null before it was measured. */
  readonly line: ExitLine | null;
  /** Call periodically while the gateway is reached by `path`. Resolves with true when there is a new measurement. */
  measureIfDue(path: MeasuredPath): Promise<boolean>;
}

/** Reads the stored measurement and creates the measuring of this line. */
export async function createMeasuring(parts: MeasuringParts): Promise<Measuring> {
  const { file, clock } = parts;
  let kept = await file.read();
  let triedAt: number | null = null;
  let before: { readonly at: number; readonly today: number } | null = null;

  function usagePerSecond(now: number): number {
    const last = before;
    before = { at: now, today: parts.today() };
    return last === null ? 0 : (Math.max(0, before.today - last.today) * 1_000) / Math.max(1, now - last.at);
  }

  return {
    get line() {
      return kept?.line ?? null;
    },
    async measureIfDue(path) {
      const now = clock.now().getTime();
      const measuredAt = kept === null ? null : Date.parse(kept.measuredAt);
      const asOf = { now, measuredAt, triedAt, today: parts.today(), caps: parts.caps() };
      const bytes = measureBytes({ ...asOf, usagePerSecond: usagePerSecond(now) });
      if (bytes === null) return false;
      triedAt = now;
      const { line, spentBytes }: Measured = await parts.measure(path, bytes);
      await parts.addMeasuredBytes(spentBytes);
      if (line === null) return false;
      kept = { version: 1, measuredAt: clock.now().toISOString(), line };
      await file.write(kept);
      return true;
    },
  };
}
