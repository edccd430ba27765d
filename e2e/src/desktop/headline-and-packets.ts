/** A headline of the screen. Times in ms since 1970. */
export interface ShownHeadline {
  /** Time at which the page changed to the headline. */
  readonly at: number;
  /** Time at which a frame with it was drawn; until then the previous headline was visible. Null if not drawn yet. */
  readonly drawn: number | null;
  readonly headline: string;
}

/** A packet outside of the tunnel, with its time. */
export interface OutsidePacket {
  readonly at: number;
  readonly packet: string;
}

/** Returns the time of a line of tcpdump, which begins with the local time of day; `near` gives the day. Null for other lines. */
export function packetTime(packet: string, near: number): number | null {
  const [, hours, minutes, seconds] = /^(\d\d):(\d\d):(\d\d\.\d+) /.exec(packet) ?? [];
  if (hours === undefined || minutes === undefined || seconds === undefined) return null;
  const day = new Date(near).setHours(0, 0, 0, 0);
  const at = day + ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  const half = 12 * 3_600_000;
  if (at - near > half) return at - 2 * half;
  return near - at > half ? at + 2 * half : at;
}

/** A packet that was sent while the screen showed a headline. */
export interface PacketDuringHeadline extends OutsidePacket {
  /** Milliseconds for which the screen still showed the headline. */
  readonly shownForMs: number;
  /** Milliseconds since the page changed to the next headline, without its frame; at most 0 if it had not changed. */
  readonly pendingFrameMs: number;
}

/** Returns the packets that were sent while the screen showed `headline`. `until`: the end of the capture. */
export function packetsDuringHeadline(
  headline: string,
  headlineLog: readonly ShownHeadline[],
  left: readonly OutsidePacket[],
  until: number,
): readonly PacketDuringHeadline[] {
  const spans = headlineSpans(headline, headlineLog, until);
  return left.flatMap((one) => {
    const span = spans.find(({ from, to }) => one.at >= from && one.at < to);
    return span === undefined
      ? []
      : [{ ...one, shownForMs: span.to - one.at, pendingFrameMs: one.at - span.had }];
  });
}

/** Returns the total time in ms for which the screen showed `headline`. */
export function headlineDuration(
  headline: string,
  headlineLog: readonly ShownHeadline[],
  until: number,
): number {
  return headlineSpans(headline, headlineLog, until).reduce((sum, { from, to }) => sum + to - from, 0);
}

function headlineSpans(headline: string, headlineLog: readonly ShownHeadline[], until: number) {
  return headlineLog.flatMap((one, index) =>
    one.headline === headline
      ? [
          {
            from: one.at,
            had: headlineLog[index + 1]?.at ?? until,
            to: headlineLog[index + 1]?.drawn ?? until,
          },
        ]
      : [],
  );
}
