import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The environment of our programs: a fixed path, because the PATH of a root process determines which programs it runs. */
export const programEnvironment = {
  PATH: '/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
};

export interface GuardedProcess {
  /** The last few kilobytes of its output so far. */
  lastOutput(): string;
  /** Calls back after each output, and now if there is some. */
  onOutput(listener: () => void): void;
  /** Calls back with each later line of its standard output, until the returned function is called. */
  onLine(listener: (line: string) => void): () => void;
  /** Writes a line to standard input, which must be open (`startWithInput`). */
  write(line: string): void;
  /** Closes standard input, at which a program of `startWithInput` ends. */
  closeInput(): void;
  /** Resolves with how the process ended, once it has ended. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Runs its arguments as a command until the command ends or standard input does, whose other end only the daemon has. PR_SET_PDEATHSIG
 * would be simpler, but the kernel clears it for programs with file capabilities, such as ss-tunnel.
 */
const watchdogScript =
  'exec 3<&0; "$@" </dev/null 3<&- & child=$!; (read -r _ <&3; kill -9 $child) >/dev/null 2>&1 & wait $child';

/** Runs a program under its own user id, without new privileges (setpriv(1)). It ends with the daemon, also after a kill. */
export function startGuarded(
  uid: number,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): GuardedProcess {
  return start(uid, argv, ['sh', '-c', watchdogScript, 'sh', ...argv], env);
}

/**
 * The same for a program that reads lines from standard input, and ends when it is closed: so it needs no watchdog. `capability`: the
 * only one that the program keeps (capabilities(7), without `CAP_`). `content` follows the first line.
 */
export function startWithInput(
  uid: number,
  argv: readonly string[],
  line: string,
  capability?: 'net_bind_service',
  content: readonly Uint8Array[] = [],
): GuardedProcess {
  return start(uid, argv, argv, {}, [Buffer.from(`${line}\n`), ...content], capability);
}

/** The options of setpriv(1) for a program under another user, without new privileges and with at most one capability. */
export function unprivileged(uid: number, capability?: 'net_bind_service'): readonly string[] {
  const capabilities =
    capability === undefined
      ? ['--inh-caps=-all']
      : [`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`];
  return [
    ...[`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--no-new-privs'],
    // The bounding set stays: a program with file capabilities would not start without it, and gets no capabilities anyway.
    ...[...capabilities, '--'],
  ];
}

function start(
  uid: number,
  [program = '']: readonly string[],
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  input: readonly Uint8Array[] = [],
  capability?: 'net_bind_service',
): GuardedProcess {
  const child = spawn('setpriv', [...unprivileged(uid, capability), ...words], {
    detached: true,
    cwd: '/',
    env: { ...programEnvironment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  const lineListeners = new Set<(line: string) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    for (const listener of lineListeners) listener(line);
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-4_000);
      for (const listener of listeners) listener();
    });
  child.stdin.on('error', () => undefined);
  for (const part of input) child.stdin.write(part);
  let running = true;
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(`${program} could not be started: ${error.message}`));
    child.on('exit', (code, signal) => {
      const last = output.trimEnd().split('\n').at(-1) ?? '';
      resolve(`${program} ended (${signal ?? `exit code ${code}`}): ${last}`);
    });
  });
  void ended.then(() => {
    running = false;
    child.stdin.destroy();
  });
  return {
    lastOutput: () => output,
    onOutput(listener) {
      listeners.add(listener);
      if (output !== '') listener();
    },
    onLine(listener) {
      lineListeners.add(listener);
      return () => void lineListeners.delete(listener);
    },
    write(line) {
      if (running && child.stdin.writable) child.stdin.write(`${line}\n`);
    },
    closeInput: () => void child.stdin.end(),
    ended,
    async stop() {
      if (running) kill(child.pid);
      await ended;
    },
  };
}

/** Kills the whole group; these programs have nothing to clean up. */
function kill(group: number | undefined): void {
  if (group === undefined) return;
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
