import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { environment, inNamespace } from './command.ts';
import type { Capture, LabHost } from './lab.ts';

/** Poll interval of tcpdump's counts in milliseconds. */
const POLL_MS = 60;

/** Maximum time in ms to wait for packets that the kernel still holds. */
const MAX_WAIT_MS = 10_000;

/** Starts tcpdump on a host. Throws with tcpdump's message for an invalid interface or filter. */
export async function startCapture(host: LabHost, iface: string, filter: string): Promise<Capture> {
  // Without immediate mode the kernel delivers packets in blocks, up to a second late. In immediate mode each slot has the snapshot's
  // length: the default buffer has eight slots, these sizes give sixteen thousand.
  const bufferOptions = ['--immediate-mode', '--snapshot-length=512', '--buffer-size=8192'];
  const tcpdump = ['tcpdump', '-n', '-l', '-U', ...bufferOptions, '-i', iface, filter];
  const [program = '', ...argv] = inNamespace(host.namespace, tcpdump);
  const child = spawn(program, argv, {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const closed = once(child, 'close');
  const running = () => child.exitCode === null && child.signalCode === null;
  let output = '';
  let diagnostics = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    diagnostics += text;
  });

  while (!/^(tcpdump: )?listening on /m.test(diagnostics)) {
    if (!running()) {
      throw new Error(`tcpdump did not start on ${host.name}, ${iface}: ${diagnostics.trim()}`);
    }
    await Promise.race([once(child.stderr, 'data'), closed]);
  }

  /** Waits until tcpdump has printed all packets that the kernel has captured so far. */
  async function drain(): Promise<void> {
    const deadline = Date.now() + MAX_WAIT_MS;
    let before = '';
    let receivedAtStop: number | undefined;
    while (running() && Date.now() < deadline) {
      const reports = reportedCounts(diagnostics).length;
      child.kill('SIGUSR1');
      const signalledAt = Date.now();
      // tcpdump may ignore a signal while it prints, so the signal is repeated.
      while (
        running() &&
        reportedCounts(diagnostics).length === reports &&
        Date.now() - signalledAt < 10 * POLL_MS
      )
        await delay(POLL_MS);
      const counts = reportedCounts(diagnostics).at(-1);
      if (counts === undefined) continue;
      // Only packets received until the first report are awaited; otherwise continuous traffic would never end the wait.
      receivedAtStop ??= counts.received;
      // `received` includes packets from before the filter was set, so an unchanged count ends the wait as well.
      const now = JSON.stringify(counts);
      if (counts.captured >= receivedAtStop || now === before) return;
      before = now;
    }
  }

  let ending: Promise<string[]> | undefined;
  async function end(): Promise<string[]> {
    // If tcpdump exited early, an empty capture proves nothing, unless the interface disappeared.
    if (!running() && !diagnostics.includes('disappeared')) {
      throw new Error(
        `The capture on ${host.name}, ${iface} ended before it was stopped: ${diagnostics.trim()}`,
      );
    }
    await drain();
    child.kill('SIGINT');
    await closed;
    const dropped = reportedCounts(diagnostics).at(-1)?.dropped ?? 0;
    if (dropped > 0) throw new Error(`The capture on ${host.name}, ${iface} lost ${dropped} packets.`);
    return packetLines(output);
  }

  return {
    packets: () => packetLines(output),
    stop: () => {
      ending ??= end();
      return ending;
    },
  };
}

/** tcpdump's statistics, printed on SIGUSR1 and at exit. */
interface Counts {
  captured: number;
  received: number;
  dropped: number;
}

/** Splits tcpdump's output into one text per packet. Indented lines belong to the packet above. */
export function packetLines(output: string): string[] {
  const packets: string[] = [];
  for (const line of output.split('\n')) {
    if (line === '') continue;
    const previous = packets.length - 1;
    if (/^\s/.test(line) && previous >= 0) packets[previous] += ` ${line.trim()}`;
    else packets.push(line);
  }
  return packets;
}

/** Returns the counts that tcpdump has reported so far, oldest first: each on one line (SIGUSR1) or three (at exit). */
export function reportedCounts(diagnostics: string): Counts[] {
  const reports = diagnostics.matchAll(
    /(\d+) packets? captured,?\s+(\d+) packets? received by filter,?\s+(\d+) packets? dropped by kernel/g,
  );
  return [...reports].map(([, captured, received, dropped]) => ({
    captured: Number(captured),
    received: Number(received),
    dropped: Number(dropped),
  }));
}
