/** Bytes through the tunnel at a moment, in milliseconds since 1970. */
export interface Reading {
  readonly at: number;
  readonly received: number;
  readonly sent: number;
}

/** Bits a second between two readings, the later of which was `at`. */
export interface Rate {
  readonly at: number;
  readonly down: number;
  readonly up: number;
}

const keptMilliseconds = 60_000;
/** Milliseconds without word of the counters after which they stood still: word of them comes each second while they change. */
const quietMilliseconds = 1_500;

/** The readings of the last minute and this one. Counters that shrank are those of another tunnel: what was before says nothing of it. */
export function remember(readings: readonly Reading[], next: Reading): readonly Reading[] {
  const last = readings.at(-1);
  if (last !== undefined && (next.received < last.received || next.sent < last.sent)) return [next];
  if (last !== undefined && next.at <= last.at) return readings;
  return [...readings.filter(({ at }) => next.at - at <= keptMilliseconds), next];
}

/** The readings as they are at a moment for which there is none, as nothing was heard of the counters. */
export function goneOn(readings: readonly Reading[], at: number): readonly Reading[] {
  const last = readings.at(-1);
  if (last === undefined || at - last.at < quietMilliseconds) return readings;
  return remember(readings, { ...last, at });
}

/** What went through between each reading and the one before. */
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
