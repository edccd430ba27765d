import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { run, type TestNet } from './namespaces.ts';

/** Lengths of the payloads of datagrams, as a network between client and gateway sees them. */
interface Lengths {
  readonly sent: readonly number[];
  readonly received: readonly number[];
}

interface Capture {
  /** The datagrams so far. */
  readonly lengths: Lengths;
  /** Ends the capture and returns all datagrams. */
  stop(): Promise<Lengths>;
}

/** Captures the datagrams to and from a UDP port with tcpdump, between client and gateway. */
export async function captureUdp(net: TestNet, port: number): Promise<Capture> {
  // Otherwise a capture shows several datagrams of one system call as one.
  for (const namespace of [net.namespace.client, net.namespace.gateway])
    await run('ip', '-n', namespace, 'link', 'set', 'dev', 'eth0', 'gso_max_segs', '1');
  const [within, tcpdump] = [
    ['netns', 'exec', net.namespace.internet],
    ['tcpdump', '-n', '-q', '-l', '--immediate-mode', '-i', 'to-client', `udp port ${port}`],
  ];
  const child = spawn('ip', [...within, ...tcpdump], { stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const lengths = { sent: new Array<number>(), received: new Array<number>() };
  createInterface(child.stdout).on('line', (line) => {
    const [, source = '', length] = /^\S+ IP6? (\S+) > \S+: UDP, length (\d+)$/.exec(line) ?? [];
    if (length !== undefined) lengths[source.endsWith(`.${port}`) ? 'received' : 'sent'].push(Number(length));
  });
  await once(child.stderr, 'data');
  return {
    lengths,
    async stop() {
      child.kill('SIGINT');
      await closed;
      return lengths;
    },
  };
}
