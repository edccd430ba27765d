import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { readLines } from './line-socket.ts';
import type { ProgramSpec } from './authenticator-messages.ts';

/** Maximum characters of a program's output in a log line. */
const maxOutputLength = 400;

/**
 * Returns the last lines of a program that ended before it was ready, as `: …`; empty if it wrote nothing. Addresses are removed: a client
 * may have connected before the program ended. `output` is null if it was discarded.
 */
function lastOutput(output: string | null): string {
  const lines = (output ?? '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(-3)
    .join(' | ');
  if (lines === '') return '';
  const plain = lines
    .replaceAll(/[^\x20-\x7e]/g, '?')
    .replaceAll(/\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|(?:[0-9a-f]{0,4}:){2,}[0-9a-f:.]*/gi, '[address]');
  return `: ${plain.slice(-maxOutputLength)}`;
}

/** A started program. */
export interface Running {
  /** Resolves with the reason, which identifies no customer; with the program's last output if it ended before `dropOutput`. */
  readonly ended: Promise<string>;
  readonly hasEnded: boolean;
  signal(name: 'HUP' | 'KILL' | 'TERM'): void;
  /** From now on its output is discarded: it serves customers, and may name their addresses. */
  dropOutput(): void;
}

/** Starts the program of one name, as that program's own user. */
export interface Launcher {
  /** The previous program must have ended. */
  launch(spec: Pick<ProgramSpec, 'args' | 'command' | 'env'>): Running;
  /** Resolves when the launcher has ended and cannot start programs. */
  readonly gone: Promise<void>;
  /** Ends it and its child processes. */
  close(): void;
}

/**
 * Runs command lines sequentially. At the end of its input it ends its programs and itself: they do not outlive the supervising process.
 */
const script = `
run=
while IFS= read -r line; do eval "$line"; done
[ -n "$run" ] || exit 0
trap '' TERM
kill -TERM 0
{ /bin/sleep 3; kill -KILL 0; } &
wait "$run"
kill -KILL 0
`;

/**
 * Starts a shell as the program's user while this process is still root. Afterwards the process has no privilege to change users, and
 * starts the program through the shell, repeatedly if needed. `user` null: as the current user.
 */
export function openLauncher(user: number | null): Launcher {
  const shell = spawn('/bin/sh', ['-c', script], {
    cwd: '/',
    // In a separate process group, which contains all processes that it starts.
    detached: true,
    env: {},
    // The fourth is the programs' standard input, which closes when this process ends; the fifth is their output.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe', 'pipe'],
    ...(user === null ? {} : { uid: user, gid: user }),
  });
  const [orders, reports, , input, output] = shell.stdio;
  let onOutput: ((text: string) => void) | null = null;
  let onReport: (line: string) => void = () => undefined;
  let hasShellEnded = false;
  const gone = new Promise<void>((resolve) => {
    const end = (): void => {
      hasShellEnded = true;
      onReport('gone');
      resolve();
    };
    shell.once('error', end).once('exit', end);
  });
  for (const stream of [orders, reports, input, output]) stream?.on('error', () => undefined);
  if (output instanceof Readable) output.setEncoding('utf8').on('data', (text: string) => onOutput?.(text));
  if (reports !== null) readLines(reports, 1_000, (line) => onReport(line));

  return {
    gone,
    launch(spec) {
      const ended = Promise.withResolvers<string>();
      const began = Promise.withResolvers<number>();
      let hasEnded = false;
      let written: string | null = '';
      onOutput = (text) => {
        if (written !== null) written = `${written}${text}`.slice(-2_000);
      };
      onReport = (line) => {
        const [event, number] = line.split(' ');
        if (event === 'began') began.resolve(Number(number));
        if (event !== 'ended' && event !== 'gone') return;
        hasEnded = true;
        if (event === 'gone') return ended.resolve('could not be started: the launcher ended');
        // Its output is already in the other pipe, and is read in the same turn of the event loop.
        setImmediate(() => ended.resolve(reasonOf(Number(number)) + lastOutput(written)));
      };
      if (hasShellEnded) onReport('gone');
      else orders?.write(`${startLine(spec)}\n`);
      return {
        ended: ended.promise,
        get hasEnded() {
          return hasEnded;
        },
        signal(name) {
          void began.promise.then((pid) => {
            if (!hasEnded) orders?.write(`kill -${name} ${pid}\n`);
          });
        },
        dropOutput() {
          written = null;
        },
      };
    },
    close: () => orders?.destroy(),
  };
}

/** Returns the shell command. Throws for text that a shell line cannot contain. */
function startLine({ command, args, env }: Pick<ProgramSpec, 'args' | 'command' | 'env'>): string {
  const settings = Object.entries(env).map(([name, value]) => {
    if (!/^[A-Z][A-Z0-9_]*$/.test(name)) throw new TypeError('refused name');
    return `${name}=${quoted(value)}`;
  });
  const commandLine = [...settings, ...[command, ...args].map(quoted)].join(' ');
  const program = `${commandLine} <&3 3<&- >&4 2>&4 4>&-`;
  return `{ ${program} & p=$!; trap '' TERM; echo "began $p"; wait "$p"; echo "ended $?"; } & run=$!`;
}

function quoted(text: string): string {
  if (/[\n\0]/.test(text)) throw new TypeError('refused word');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Describes a shell's exit status of a program (POSIX, 2.8.2). */
function reasonOf(status: number): string {
  if (status === 126 || status === 127) return 'could not be started';
  return status > 128 ? `ended by signal ${status - 128}` : `ended by exit code ${status}`;
}
