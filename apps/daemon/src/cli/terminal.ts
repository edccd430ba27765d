import { cometTexts as texts } from '@comet/texts/tunnel';
import { onOneLine, printable } from './printable.ts';

/** What a command may do to the terminal. Of lines only what is printable is shown. */
export interface Terminal {
  /** A line of the result. */
  say(line: string): void;
  /** A picture in the terminal's own colours, made here. */
  draw(picture: string): void;
  /** A line about what went wrong. */
  complain(line: string): void;
  /** A line that the next one replaces; nothing where no one watches. */
  progress(line: string): void;
  /** True when a person sees the progress. */
  readonly watched: boolean;
  /** Calls back at the first Ctrl-C; a second one ends the command as usual. */
  onInterrupt(listener: () => void): void;
  /** Columns for a picture of two colours; 0 where none can be shown (a file, a pipe, NO_COLOR). */
  readonly pictureWidth: number;
  /** Resolves when nobody reads the results any more, as after `comet status --watch | head -1`. */
  readonly unread: Promise<void>;
}

/** Where a command writes: standard output and standard error, or what a test puts in their place. */
export interface Output extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  hasColors?(): boolean;
}

/**
 * Results to standard output, everything else to standard error, progress only where a person sees it. A reader that has
 * read enough is no failure; a result that cannot be written is one, which `end` ends the command with.
 */
export function terminal(
  results: Output = process.stdout,
  remarks: Output = process.stderr,
  end: (code: number) => void = process.exit,
): Terminal {
  const { promise: unread, resolve: closed } = Promise.withResolvers<void>();
  const live = remarks.isTTY === true;
  let shown = false;
  const clear = (): void => {
    if (shown) remarks.write('\r\x1b[2K');
    shown = false;
  };
  results.on('error', (error: NodeJS.ErrnoException) => {
    closed();
    if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
    remarks.write(`${texts.unwritable(error.message)}\n`);
    end(1);
  });
  // With nobody to hear it there is nothing to say about it.
  remarks.on('error', () => undefined);
  return {
    unread,
    watched: live,
    onInterrupt: (listener) => void process.once('SIGINT', listener),
    pictureWidth: results.isTTY === true && results.hasColors?.() === true ? (results.columns ?? 0) : 0,
    say(line) {
      clear();
      results.write(`${printable(line)}\n`);
    },
    draw(picture) {
      clear();
      results.write(`${picture}\n`);
    },
    complain(line) {
      clear();
      remarks.write(`${printable(line)}\n`);
    },
    progress(line) {
      if (!live) return;
      clear();
      remarks.write(`${onOneLine(line)} …`);
      shown = true;
    },
  };
}
