import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Maximum time in ms for a process in a namespace to end after its channel is closed. */
const EXIT_TIMEOUT = 20_000;

/** Runs a program; resolves with its output, rejects with its error output. */
export async function run(program: string, ...args: readonly string[]): Promise<string> {
  return (await execute(program, args)).stdout;
}

type HostName = 'gateway' | 'client' | 'internet';

/** Calls functions of the modules in `inside/` in a process inside a network namespace. */
export interface Inside {
  call<T>(module: string, name: string, ...args: readonly unknown[]): Promise<T>;
}

export interface TestNet {
  /** Unique, and short enough for an interface name. */
  readonly id: string;
  readonly namespace: Readonly<Record<HostName, string>>;
  enter(host: HostName): Promise<Inside>;
  close(): Promise<void>;
}

export const hosts = {
  gateway: { ipv4: '203.0.113.101', ipv6: '2001:db8:0:1::101' },
  client: { ipv4: '198.51.100.10', ipv6: '2001:db8:0:2::10' },
  server: { ipv4: '192.0.2.80', ipv6: '2001:db8:0:3::80' },
  /** An address of a private network behind the gateway, which customers must not reach. */
  private: { ipv4: '10.9.9.9', ipv6: 'fd99::9' },
} as const;

/**
 * Opens three namespaces: the internet, which is a router, the gateway and the client, each connected to it by a veth pair. The server and
 * a private address are in the internet namespace.
 */
export async function openTestNet(): Promise<TestNet> {
  const id = randomBytes(3).toString('hex');
  const namespace = {
    gateway: `cgwt-${id}-gateway`,
    client: `cgwt-${id}-client`,
    internet: `cgwt-${id}-internet`,
  };
  const children: ChildProcess[] = [];
  const gone: Promise<unknown>[] = [];
  const ip = (...args: readonly string[]) => run('ip', ...args);
  const at = (host: HostName, ...args: readonly string[]) => ip('-n', namespace[host], ...args);
  const set = (host: HostName, name: string, value: string) =>
    run('ip', 'netns', 'exec', namespace[host], 'sysctl', '-qw', `${name}=${value}`);

  for (const host of ['gateway', 'client', 'internet'] as const) {
    await ip('netns', 'add', namespace[host]);
    await set(host, 'net.ipv6.conf.default.accept_dad', '0');
    await at(host, 'link', 'set', 'lo', 'up');
  }
  await set('internet', 'net.ipv4.ip_forward', '1');
  await set('internet', 'net.ipv6.conf.all.forwarding', '1');
  for (const host of ['gateway', 'client'] as const) {
    await at(
      'internet',
      'link',
      'add',
      `to-${host}`,
      'type',
      'veth',
      'peer',
      'name',
      'eth0',
      'netns',
      namespace[host],
    );
    const routers = [hosts[host].ipv4.replace(/\d+$/, '1'), hosts[host].ipv6.replace(/::\d+$/, '::1')];
    const [router4 = '', router6 = ''] = routers;
    await at('internet', 'address', 'add', `${router4}/24`, 'dev', `to-${host}`);
    await at('internet', 'address', 'add', `${router6}/64`, 'dev', `to-${host}`, 'nodad');
    await at('internet', 'link', 'set', `to-${host}`, 'up');
    await at(host, 'address', 'add', `${hosts[host].ipv4}/24`, 'dev', 'eth0');
    await at(host, 'address', 'add', `${hosts[host].ipv6}/64`, 'dev', 'eth0', 'nodad');
    await at(host, 'link', 'set', 'eth0', 'up');
    await at(host, 'route', 'add', 'default', 'via', router4);
    await at(host, '-6', 'route', 'add', 'default', 'via', router6);
  }
  for (const { ipv4, ipv6 } of [hosts.server, hosts.private]) {
    await at('internet', 'address', 'add', `${ipv4}/32`, 'dev', 'lo');
    await at('internet', 'address', 'add', `${ipv6}/128`, 'dev', 'lo');
  }

  return {
    id,
    namespace,
    enter(host) {
      const child = startInside(namespace[host]);
      children.push(child);
      gone.push(new Promise((resolve) => child.once('exit', resolve)));
      return enter(child, namespace[host]);
    },
    async close() {
      // A process may have ended already; one that does not end is killed, so that the cleanup continues.
      for (const child of children) if (child.connected) child.disconnect();
      const killTimer = setTimeout(() => children.forEach((child) => child.kill('SIGKILL')), EXIT_TIMEOUT);
      await Promise.all(gone);
      clearTimeout(killTimer);
      // Processes left by a failed test would keep the namespace.
      for (const name of Object.values(namespace))
        for (const pid of (await ip('netns', 'pids', name)).split('\n').filter(Boolean)) kill(Number(pid));
      for (const name of Object.values(namespace)) await ip('netns', 'delete', name);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

function startInside(namespace: string): ChildProcess {
  const program = join(import.meta.dirname, 'inside/serve-calls.ts');
  return spawn('ip', ['netns', 'exec', namespace, process.execPath, program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

async function enter(child: ChildProcess, namespace: string): Promise<Inside> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls = 0;
  const next = (send: (id: number) => void) =>
    new Promise((resolve, reject) => {
      const id = calls;
      calls += 1;
      waiting.set(id, { resolve, reject });
      send(id);
    });
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error));
  });
  child.once('exit', () => {
    for (const call of waiting.values()) call.reject(new Error(`the process inside ${namespace} has ended`));
  });
  await next(() => undefined);
  return {
    call: async <T>(module: string, name: string, ...args: readonly unknown[]) =>
      (await next((id) => child.send({ id, module, name, args }))) as T,
  };
}
