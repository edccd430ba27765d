/** `2026-07-28 09:05`: the minute of a time in UTC, for operators and feeds. */
export const utcMinute = (at: Date): string => isoMinute(at).slice(0, -1).replace('T', ' ');

/** `2026-07-28T09:05Z`: the minute of a time in UTC (ISO 8601), which commands also read. */
export const isoMinute = (at: Date): string => `${at.toISOString().slice(0, 16)}Z`;
