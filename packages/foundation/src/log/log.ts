import { describeError } from './describe-error.ts';
import { type LineLevel, type LogLevel, logLevels } from './levels.ts';
import { redact } from './redact.ts';

/** Values of a line beside its event. An error is described by its type, message, code, stack and causes. */
export type LogFields = Readonly<Record<string, unknown>>;

/** An event, which is a constant sentence, and before it the values of this occurrence. */
export type LogEntry = [event: string] | [fields: LogFields, event: string];

type Write = (...entry: LogEntry) => void;

/** A log of JSON lines. Every program of ours writes this form. */
export interface Log extends Readonly<Record<LineLevel, Write>> {
  readonly level: LogLevel;
  /** Returns a log that adds these fields to each line. */
  child(fields: LogFields, level?: LogLevel): Log;
}

export interface LogOptions {
  /** The least severe level that is written. */
  readonly level: LogLevel;
  /** The name of the program. */
  readonly program: string;
  /** Receives a line without its line feed, for instance `writeToJournal`. */
  write(line: string, level: LineLevel): void;
  now?(): Date;
  /** Fields of the moment, such as the id of the request that is being served. */
  context?(): LogFields | undefined;
}

/**
 * Creates a log: one JSON object per line with `time`, `level`, `program`, `event` and the fields. Every text is redacted, also in messages of
 * other programs.
 */
export function createLog(options: LogOptions): Log {
  return logWith(options, {}, options.level);
}

function logWith(options: LogOptions, bound: LogFields, level: LogLevel): Log {
  const least = logLevels.indexOf(level);
  const writer =
    (lineLevel: LineLevel): Write =>
    (...entry) => {
      if (level === 'silent' || logLevels.indexOf(lineLevel) > least) return;
      options.write(lineOf(options, lineLevel, bound, entry), lineLevel);
    };
  return {
    level,
    fatal: writer('fatal'),
    error: writer('error'),
    warn: writer('warn'),
    info: writer('info'),
    debug: writer('debug'),
    trace: writer('trace'),
    child: (fields, own = level) => logWith(options, { ...bound, ...fields }, own),
  };
}

function lineOf(options: LogOptions, level: LineLevel, bound: LogFields, entry: LogEntry): string {
  const [fields, event] = entry.length === 1 ? [{}, entry[0]] : entry;
  const time = (options.now?.() ?? new Date()).toISOString();
  const start = JSON.stringify({ time, level, program: options.program });
  const rest = JSON.stringify({ event, ...options.context?.(), ...bound, ...fields }, safeValue);
  return `${start.slice(0, -1)},${rest.slice(1)}`;
}

/** The error of a line is described also where a library reports it as a plain object. */
function safeValue(key: string, value: unknown): unknown {
  if (value instanceof Error || (key === 'err' && value !== undefined)) return describeError(value);
  if (typeof value === 'string') return redact(value);
  return typeof value === 'bigint' ? String(value) : value;
}

const nothing: Write = () => undefined;

/** A log that writes nothing. */
export const silentLog: Log = {
  ...{ level: 'silent', fatal: nothing, error: nothing, warn: nothing, info: nothing, debug: nothing },
  ...{ trace: nothing, child: () => silentLog },
};
