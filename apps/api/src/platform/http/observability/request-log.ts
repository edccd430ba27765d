import type { FastifyBaseLogger } from 'fastify';
import type { Bindings, ChildLoggerOptions, Logger } from 'pino';

/** A logger whose children are created at their first line: most requests log none. */
export function lazyChildLogger(log: Logger): FastifyBaseLogger {
  return new LazyLogger(null, log);
}

const noOptions = {};

class LazyLogger {
  readonly parent: LazyLogger | null;
  readonly bindings: Bindings;
  readonly options: ChildLoggerOptions;
  made: Logger | null;

  constructor(
    parent: LazyLogger | null,
    made: Logger | null,
    bindings: Bindings = {},
    options: ChildLoggerOptions = {},
  ) {
    this.parent = parent;
    this.bindings = bindings;
    this.options = options;
    this.made = made;
  }

  get log(): Logger {
    // Without a parent the logger was created at once.
    return (this.made ??= (this.parent as LazyLogger).log.child(this.bindings, this.options));
  }

  /** Uses only the level of the options: the server's serializers would replace ours, which keep customer rows out of the log. */
  child(bindings: Bindings, options: ChildLoggerOptions = {}): LazyLogger {
    const { level } = options;
    return new LazyLogger(this, null, bindings, level === undefined ? noOptions : { level });
  }

  get level(): string {
    return this.log.level;
  }

  fatal(...args: Parameters<Logger['fatal']>): void {
    this.log.fatal(...args);
  }

  error(...args: Parameters<Logger['error']>): void {
    this.log.error(...args);
  }

  warn(...args: Parameters<Logger['warn']>): void {
    this.log.warn(...args);
  }

  info(...args: Parameters<Logger['info']>): void {
    this.log.info(...args);
  }

  debug(...args: Parameters<Logger['debug']>): void {
    this.log.debug(...args);
  }

  trace(...args: Parameters<Logger['trace']>): void {
    this.log.trace(...args);
  }

  silent(): void {}
}
