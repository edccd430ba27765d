import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';
import type { HashingResult, HashingTask } from './hashing-task.ts';

interface Hashing {
  hash(password: string | Uint8Array, options: Options): Promise<string>;
  verify(stored: string, password: string, options: Options): Promise<boolean>;
}

type Settle = Pick<PromiseWithResolvers<string | boolean>, 'resolve' | 'reject'>;
type Waiting = Omit<HashingTask, 'id'> & Settle;

/** In the same folder as this module, in the sources and in the bundle. */
const hashingThread = new URL(
  import.meta.url.endsWith('.ts') ? './hashing-thread.ts' : './hashing-thread.mjs',
  import.meta.url,
);

/** One task is computed and the next is queued, so that no thread waits for the event loop. */
const tasksPerThread = 2;

/**
 * Runs argon2 on separate threads, at most `threads` at a time. Comparisons and new hashes have a FIFO queue each and alternate, so that
 * many registrations do not delay sign-ins. The threads start on demand and do not keep the process alive while they are idle; a thread
 * that crashes fails only its own tasks.
 */
export function createHashing(threads: number, program: URL = hashingThread): Hashing {
  const checks: Waiting[] = [];
  const fresh: Waiting[] = [];
  let lines = [checks, fresh];
  const running: Thread[] = [];

  function dispatch(): void {
    for (let line = nextLine(); line !== undefined; line = nextLine()) {
      const thread = leastBusy();
      if (thread === null) return;
      thread.take(line.shift() as Waiting);
      lines = line === checks ? [fresh, checks] : [checks, fresh];
    }
  }

  function nextLine(): Waiting[] | undefined {
    return lines.find((line) => line.length > 0);
  }

  function leastBusy(): Thread | null {
    const [idlest] = running.toSorted((one, other) => one.load() - other.load());
    if (idlest !== undefined && (idlest.load() === 0 || running.length === threads)) {
      return idlest.load() < tasksPerThread ? idlest : null;
    }
    const thread = startThread(program, {
      onRoom: dispatch,
      onEnd: () => void running.splice(running.indexOf(thread), 1),
    });
    running.push(thread);
    return thread;
  }

  const submit = (task: Omit<HashingTask, 'id'>): Promise<string | boolean> => {
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
    (task.stored === null ? fresh : checks).push({ ...task, resolve, reject });
    dispatch();
    return promise;
  };
  return {
    hash: async (password, options) => String(await submit({ stored: null, password, options })),
    verify: async (stored, password, options) => (await submit({ stored, password, options })) === true,
  };
}

interface Thread {
  load(): number;
  take(task: Waiting): void;
}

function startThread(program: URL, callbacks: { onRoom(): void; onEnd(): void }): Thread {
  const worker = new Worker(program);
  const tasks = new Map<number, Settle>();
  let last = 0;

  worker.on('message', (response: HashingResult) => {
    const task = tasks.get(response.id);
    tasks.delete(response.id);
    if (tasks.size === 0) worker.unref();
    callbacks.onRoom();
    if ('error' in response) task?.reject(new Error(response.error));
    else task?.resolve(response.value);
  });
  const end = (error: Error) => {
    for (const task of tasks.values()) task.reject(error);
    tasks.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => {
    callbacks.onEnd();
    end(new Error('A hashing thread ended'));
    callbacks.onRoom();
  });
  return {
    load: () => tasks.size,
    take({ resolve, reject, ...task }) {
      last += 1;
      tasks.set(last, { resolve, reject });
      worker.ref();
      worker.postMessage({ id: last, ...task } satisfies HashingTask);
    },
  };
}
