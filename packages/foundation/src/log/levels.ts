/** The levels of a log, most severe first; `silent` writes nothing. */
export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** A level of a line. */
export type LineLevel = Exclude<LogLevel, 'silent'>;

/** The priority of syslog(3) by which journald stores a line (sd-daemon(3)). */
export const priorities: Readonly<Record<LineLevel, number>> = {
  fatal: 2,
  error: 3,
  warn: 4,
  info: 6,
  debug: 7,
  trace: 7,
};
