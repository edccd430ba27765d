import { readFile } from 'node:fs/promises';
import { run, type TestNet } from './namespaces.ts';

/** Returns the processes in the gateway's namespace, from /proc. */
export async function processesInside(
  net: TestNet,
): Promise<{ pid: number; name: string; status: string; command: string }[]> {
  const pids = (await run('ip', 'netns', 'pids', net.namespace.gateway)).trim().split('\n');
  return Promise.all(
    pids.map(async (pid) => {
      const [status, command] = await Promise.all(
        ['status', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      );
      const name = /^Name:\t(.*)$/m.exec(status ?? '')?.[1] ?? '';
      return { pid: Number(pid), name, status: status ?? '', command: command ?? '' };
    }),
  );
}

/** Returns the user of each program, by program name; OpenVPN servers by the name of their configuration file. */
export async function usersInside(
  net: TestNet,
): Promise<Map<string, { pid: number; user: number; status: string }>> {
  const found = (await processesInside(net)).map(({ pid, name, status, command }) => {
    const user = Number(/^Uid:\t(\d+)/m.exec(status)?.[1]);
    return [/(udp|tcp)\.conf/.exec(command)?.[1] ?? name, { pid, user, status }] as const;
  });
  return new Map(found.filter(([, { user }]) => user > 0));
}
