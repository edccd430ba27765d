/** What a command may do to the terminal. */
export interface Terminal {
  /** A line of the result. */
  say(line: string): void;
  /** A line about what went wrong. */
  complain(line: string): void;
  /** A line that the next one replaces; nothing where no one watches. */
  progress(line: string): void;
}

/** Results to standard output, everything else to standard error, progress only where a person sees it. */
export function terminal(): Terminal {
  const live = process.stderr.isTTY;
  let shown = false;
  const clear = (): void => {
    if (shown) process.stderr.write('\r\x1b[2K');
    shown = false;
  };
  return {
    say(line) {
      clear();
      process.stdout.write(`${line}\n`);
    },
    complain(line) {
      clear();
      process.stderr.write(`${line}\n`);
    },
    progress(line) {
      if (!live) return;
      clear();
      process.stderr.write(`${line} …`);
      shown = true;
    },
  };
}
