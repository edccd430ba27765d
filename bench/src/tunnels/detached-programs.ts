import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Lab, LabHostName } from '@comet/lab';

/** Programs on the hosts of a lab, each in a session of its own, like our programs: Linux shares the CPU between sessions. */
export class DetachedPrograms {
  readonly #lab: Lab;
  readonly #running: ChildProcess[] = [];

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** Resolves with the first line that the program prints. */
  async start(host: LabHostName, argv: readonly string[]): Promise<string> {
    const child = this.#lab.spawn(host, [...argv], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    this.#running.push(child);
    if (child.stdout === null) throw new Error(`${argv[0]} has no output`);
    const lines = createInterface(child.stdout);
    return new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('close', () => reject(new Error(`${argv[0]} on ${host} did not start`)));
    });
  }

  /** Ends them, the newest first, by the end of their input and by SIGTERM. */
  async end(): Promise<void> {
    for (const child of this.#running.toReversed()) {
      const exited = new Promise((resolve) => child.once('exit', resolve));
      child.stdin?.end();
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await exited;
    }
  }
}
