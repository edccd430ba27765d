import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { PeerInstructions } from './peer.ts';

const script = fileURLToPath(new URL('peer.ts', import.meta.url));

/** Two network namespaces connected by a virtual link, 192.0.2.1 at one end and 192.0.2.2 at the other. */
export interface NamespacePair {
  readonly names: readonly [string, string];
  /** True if a packet from the first namespace to `address` is returned. */
  ping(address: string): boolean;
  ip(side: 0 | 1, ...args: readonly string[]): string;
  remove(): void;
}

export function namespacePair(): NamespacePair {
  const names = [`comet-ln-a-${process.pid}`, `comet-ln-b-${process.pid}`] as const;
  for (const name of names) must('netns', 'add', name);
  must('link', 'add', 'cable', 'netns', names[0], 'type', 'veth', 'peer', 'name', 'cable', 'netns', names[1]);
  for (const [index, name] of names.entries()) {
    must('-n', name, 'address', 'add', `192.0.2.${index + 1}/24`, 'dev', 'cable');
    must('-n', name, 'link', 'set', 'cable', 'up');
  }
  return {
    names,
    ping: (address) =>
      spawnSync('ip', ['netns', 'exec', names[0], 'ping', '-n', '-c', '1', '-W', '1', address]).status === 0,
    ip: (side, ...args) => spawnSync('ip', ['-n', names[side], ...args], { encoding: 'utf8' }).stdout,
    remove() {
      for (const name of names) spawnSync('ip', ['netns', 'delete', name]);
    },
  };
}

/** One end of the tunnel as a process inside a namespace. */
export class PeerProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #events: AsyncIterator<string>;
  readonly exited: Promise<unknown>;

  constructor(namespace: string, instructions: PeerInstructions) {
    const args = ['netns', 'exec', namespace, process.execPath, script, JSON.stringify(instructions)];
    this.#child = spawn('ip', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#events = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.exited = new Promise((resolve) => this.#child.on('exit', resolve));
  }

  /** The next event, which must contain `name`. */
  async event(name: string): Promise<unknown> {
    const { value } = await this.#events.next();
    const event: Record<string, unknown> = JSON.parse(value ?? '{}');
    if (!(name in event)) throw new Error(`expected ${name}, not ${value}`);
    return event[name];
  }

  ask(command: 'status' | 'keys' | 'remove' | 'leave' | 'close'): void {
    this.#child.stdin.write(`${command}\n`);
  }

  /** `ip netns exec` is replaced by the program it runs, so this is the process that owns the device. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }
}

function must(...args: readonly string[]): void {
  const done = spawnSync('ip', args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(done.stderr);
}
