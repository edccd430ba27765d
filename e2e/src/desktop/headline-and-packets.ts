/** What the screen's headline was from a moment on; in milliseconds since 1970. */
export interface Said {
  /** When the page had it. */
  readonly at: number;
  /** When a frame with it had been drawn: until then one could read what was there before. Null while none had. */
  readonly drawn: number | null;
  readonly headline: string;
}

/** A packet that left outside of the tunnel, and when. */
export interface Left {
  readonly at: number;
  readonly packet: string;
}

/** Returns the time of a line of tcpdump, which begins with the local time of day; `near` gives the day. Null for other lines. */
export function momentOf(packet: string, near: number): number | null {
  const [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d\.\d+) /.exec(packet) ?? [];
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  const day = new Date(near).setHours(0, 0, 0, 0);
  const at = day + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const half = 12 * 3_600_000;
  if (at - near > half) return at - 2 * half;
  return near - at > half ? at + 2 * half : at;
}

/** A packet that was sent while the screen showed a headline. */
export interface LeftWhile extends Left {
  /** Milliseconds for which the screen still showed it. */
  readonly lasted: number;
  /** Milliseconds for which the page had the next headline already, without its frame; 0 or less: it had not. */
  readonly undrawn: number;
}

/** Returns the packets that were sent while the screen showed `headline`. `until`: the end of the capture. */
export function leftWhile(
  headline: string,
  said: readonly Said[],
  left: readonly Left[],
  until: number,
): readonly LeftWhile[] {
  const spans = spansOf(headline, said, until);
  return left.flatMap((one) => {
    const span = spans.find(({ from, to }) => one.at >= from && one.at < to);
    return span === undefined ? [] : [{ ...one, lasted: span.to - one.at, undrawn: one.at - span.had }];
  });
}

/** Returns the total time in ms for which the screen showed `headline`. */
export function timeOf(headline: string, said: readonly Said[], until: number): number {
  return spansOf(headline, said, until).reduce((sum, { from, to }) => sum + to - from, 0);
}

function spansOf(headline: string, said: readonly Said[], until: number) {
  return said.flatMap((one, index) =>
    one.headline === headline
      ? [{ from: one.at, had: said[index + 1]?.at ?? until, to: said[index + 1]?.drawn ?? until }]
      : [],
  );
}
