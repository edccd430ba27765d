import { spawnSync } from 'node:child_process';

/** A router in a network namespace, each of whose links leads to a namespace of its own, for tests of its rules. Needs root. */
export interface RouterNamespace {
  /** Runs a command on the router, or behind one of its links. Throws with its standard error if it fails; returns its output. */
  run(argv: readonly string[], options?: { readonly input?: string; readonly behind?: string }): string;
  /** Opens flows from a host behind a link, each by one datagram from a port of its own. */
  openFlows(flows: {
    readonly behind: string;
    readonly from: string;
    readonly to: string;
    readonly first?: number;
    readonly count: number;
  }): void;
  /** Returns the number of flows that the router tracks. */
  countFlows(): number;
  remove(): void;
}

/**
 * Creates a router with these links; behind each, the other end is named `far`. It forwards IPv4, and expires a UDP flow after ten minutes,
 * so that flows stay until they are counted.
 */
export function createRouterNamespace(name: string, links: readonly string[]): RouterNamespace {
  const router = `comet-${name}-${process.pid % 100_000}`;
  const spaceOf = (link?: string) => (link === undefined ? router : `${router}-${links.indexOf(link)}`);
  const run: RouterNamespace['run'] = (argv, { input = '', behind } = {}) => {
    const command = ['netns', 'exec', spaceOf(behind), ...argv];
    const { status, stdout, stderr } = spawnSync('ip', command, { input, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
    return stdout;
  };
  for (const space of [router, ...links.map(spaceOf)]) spawnSync('ip', ['netns', 'add', space]);
  for (const link of links) {
    run(['ip', 'link', 'add', link, 'type', 'veth', 'peer', 'name', 'far', 'netns', spaceOf(link)]);
    run(['ip', 'link', 'set', 'dev', link, 'up']);
    run(['ip', 'link', 'set', 'dev', 'far', 'up'], { behind: link });
  }
  run(['sysctl', '-qw', 'net.ipv4.ip_forward=1', 'net.netfilter.nf_conntrack_udp_timeout=600']);
  return {
    run,
    openFlows({ behind, from, to, first = 10_000, count }) {
      const script = `import { createSocket } from 'node:dgram';
for (let port = ${first}; port < ${first + count}; port += 1)
  await new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.on('error', resolve);
    socket.once('close', resolve);
    socket.bind(port, '${from}', () => socket.send('x', 9_999, '${to}', () => socket.close()));
  });`;
      run([process.execPath, '--input-type=module', '-e', script], { behind });
    },
    countFlows: () => Number(run(['sysctl', '-n', 'net.netfilter.nf_conntrack_count'])),
    remove() {
      for (const space of [router, ...links.map(spaceOf)]) spawnSync('ip', ['netns', 'delete', space]);
    },
  };
}
