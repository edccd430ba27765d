/** For how long the tunnel can be paused. */
export const pauseSpans = ['quarter', 'hour', 'morning'] as const;

export type PauseSpan = (typeof pauseSpans)[number];

/** The daemon pauses for a day at most. */
const dayInSeconds = 86_400;
const morningHour = 6;

/** A span in seconds, from `now` on. The morning is that of the next calendar day; before the morning of a day it is cut to a day. */
export function secondsOf(span: PauseSpan, now: Date): number {
  if (span === 'quarter') return 900;
  if (span === 'hour') return 3600;
  const morning = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, morningHour);
  return Math.min(dayInSeconds, Math.ceil((morning.getTime() - now.getTime()) / 1000));
}
