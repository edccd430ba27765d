import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { environment, inNamespace } from './command.ts';
import type { Capture, LabHost } from './lab.ts';
import { packetLines, reportedCounts } from './tcpdump-text.ts';

/** Pause between two looks at tcpdump's counts, in milliseconds. */
const LOOK = 60;

/** Starts tcpdump on a host. Throws with tcpdump's words if the interface or the filter is not understood. */
export async function startCapture(host: LabHost, iface: string, filter: string): Promise<Capture> {
  // Immediate mode: without it the kernel hands packets over in blocks, up to a second late. It makes slots of the
  // snapshot's length, of which the usual buffer holds eight; these sizes hold sixteen thousand.
  const speed = ['--immediate-mode', '--snapshot-length=512', '--buffer-size=8192'];
  const tcpdump = ['tcpdump', '-n', '-l', '-U', ...speed, '-i', iface, filter];
  const [program = '', ...argv] = inNamespace(host.namespace, tcpdump);
  const child = spawn(program, argv, {
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const closed = once(child, 'close');
  const running = () => child.exitCode === null && child.signalCode === null;
  let output = '';
  let remarks = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    remarks += text;
  });

  while (!/^(tcpdump: )?listening on /m.test(remarks)) {
    if (!running()) {
      throw new Error(`tcpdump did not start on ${host.name}, ${iface}: ${remarks.trim()}`);
    }
    await Promise.race([once(child.stderr, 'data'), closed]);
  }

  /** Waits until tcpdump has printed all that the kernel holds for it: a late packet must not look like none. */
  async function drain(): Promise<void> {
    let before = '';
    while (running()) {
      const reports = reportedCounts(remarks).length;
      child.kill('SIGUSR1');
      while (running() && reportedCounts(remarks).length === reports) await delay(LOOK);
      const counts = reportedCounts(remarks).at(-1);
      // Packets from before the filter was set stay in `received` for ever, so a standstill ends the wait as well.
      const now = JSON.stringify(counts);
      if (counts?.captured === counts?.received || now === before) return;
      before = now;
    }
  }

  let ending: Promise<string[]> | undefined;
  async function end(): Promise<string[]> {
    // Silence after tcpdump's death proves nothing, unless there was no interface left to hear.
    if (!running() && !remarks.includes('disappeared')) {
      throw new Error(`The capture on ${host.name}, ${iface} ended before it was stopped: ${remarks.trim()}`);
    }
    await drain();
    child.kill('SIGINT');
    await closed;
    const dropped = reportedCounts(remarks).at(-1)?.dropped ?? 0;
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
