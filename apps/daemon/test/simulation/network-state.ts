import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { addresses } from '../fleet/addresses.ts';
import type { TestNetwork } from '../fleet/test-network.ts';

/** Returns the remains of a tunnel, without the kernel's own entries for each device. */
export async function networkState(network: TestNetwork): Promise<string> {
  const commands = [
    'ip -4 rule',
    'ip -6 rule',
    'ip -4 route show table all',
    'ip -6 route show table all',
    'ip -o address show scope global',
    'nft list ruleset',
  ];
  const outputs = commands.map(async (command) =>
    (await network.inClient(...command.split(' '))).stdout.trim(),
  );
  const lines = (await Promise.all(outputs)).join('\n').split('\n');
  const entries = withoutPastGuard(lines).filter((line) => !/ proto kernel| table local/.test(line));
  return [...entries, await readFile(network.resolvConf, 'utf8')].join('\n');
}

/** Without the table that drops packets from the address of a past tunnel. */
function withoutPastGuard(lines: readonly string[]): readonly string[] {
  const guard =
    /table inet comet_past \{\n\tchain tunnel_sources \{\n\t\ttype filter hook postrouting priority [^;]+; policy accept;\n(?:\t\tip6? saddr \S+ fib saddr \. oif type != local drop\n)+\t\}\n\}\n?/;
  return lines.join('\n').replace(guard, '').split('\n');
}

/**
 * Captures leaks on the client's network link until the test ends: traffic with the internet host, and DNS queries. Resolves with a
 * function that returns all packets so far.
 */
export async function captureLeaks(network: TestNetwork): Promise<() => Promise<string>> {
  const command = `host ${addresses.echo4} or host ${addresses.echo6} or port 53`;
  const options = '-i eth0 -n -l --immediate-mode'.split(' ');
  const argv = ['netns', 'exec', network.client, 'tcpdump', ...options, command];
  const tcpdump = spawn('ip', argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  tcpdump.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  onTestFinished(async () => {
    tcpdump.kill('SIGINT');
    await once(tcpdump, 'close');
  });
  await once(tcpdump.stderr, 'data');
  return async () => {
    await sleep(200);
    return text;
  };
}
