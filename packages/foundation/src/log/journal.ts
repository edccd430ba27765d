import { fstatSync, type BigIntStats } from 'node:fs';
import { type LineLevel, priorities } from './levels.ts';

/** A stream to which lines are written: standard output or standard error. */
interface Output {
  readonly fd: number;
  write(text: string): unknown;
}

/** Returns a writer of lines. For journald each line begins with its priority as `<3>`, which is removed there (sd-daemon(3)). */
export function lineWriter(
  output: Output,
  environment: Readonly<Record<string, string | undefined>>,
): (line: string, level: LineLevel) => void {
  const toJournal = isJournal(output.fd, environment['JOURNAL_STREAM']);
  return (line, level) => {
    output.write(toJournal ? `<${priorities[level]}>${line}\n` : `${line}\n`);
  };
}

/**
 * Whether a descriptor is the connection to the journal that systemd opened: JOURNAL_STREAM has its device and inode (systemd.exec(5)). The
 * variable is inherited also by programs whose output was redirected.
 */
function isJournal(fd: number, stream: string | undefined): boolean {
  if (stream === undefined) return false;
  try {
    const { dev, ino }: BigIntStats = fstatSync(fd, { bigint: true });
    return stream === `${dev}:${ino}`;
  } catch {
    return false;
  }
}
