/** Bytes through the tunnel at a time, in ms since 1970. */
export interface Reading {
  readonly at: number;
  readonly received: number;
  readonly sent: number;
}

/** Rates in bit/s between two readings; `at` is the time of the later one. */
export interface Rate {
  readonly at: number;
  readonly down: number;
  readonly up: number;
}

const keptMilliseconds = 60_000;
/** Milliseconds without a reading after which the counters count as unchanged: readings arrive each second while they change. */
const quietMilliseconds = 1_500;

/** Returns the readings of the last minute with this one. Decreased counters belong to another tunnel: earlier readings are dropped. */
export function appendReading(readings: readonly Reading[], next: Reading): readonly Reading[] {
  const last = readings.at(-1);
  if (last !== undefined && (next.received < last.received || next.sent < last.sent)) return [next];
  if (last !== undefined && next.at <= last.at) return readings;
  return [...readings.filter(({ at }) => next.at - at <= keptMilliseconds), next];
}

/** Returns the readings extended to a moment without a reading. */
export function extendIdle(readings: readonly Reading[], at: number): readonly Reading[] {
  const last = readings.at(-1);
  if (last === undefined || at - last.at < quietMilliseconds) return readings;
  return appendReading(readings, { ...last, at });
}

/** Returns the rates between consecutive readings. */
export function rates(readings: readonly Reading[]): readonly Rate[] {
  return readings.slice(1).map((reading, index) => {
    const before = readings[index] ?? reading;
    const seconds = Math.max(0.001, (reading.at - before.at) / 1000);
    const perSecond = (bytes: number) => (bytes * 8) / seconds;
    return {
      at: reading.at,
      down: perSecond(reading.received - before.received),
      up: perSecond(reading.sent - before.sent),
    };
  });
}
