import { inTurn } from '@comet/foundation';
import { ipBatches, ipFailure } from './ip-batches.ts';
import type { IpCommand } from './ip-command.ts';
import { NetworkToolError } from './run-process.ts';
import type { RunIpOptions } from './run-ip.ts';
import { startWarmProcess, type WarmProcess } from './warm-process.ts';

export interface WarmIp {
  run(commands: readonly IpCommand[], options?: RunIpOptions): Promise<void>;
  /** As `NetworkShell.renew`. */
  renew(): void;
  end(): Promise<void>;
}

/**
 * `runIp` on waiting `ip -batch` processes, with the same meaning. Each batch is followed by a question about `lo`, the
 * one command that prints; its line says that everything before went well, because without -force `ip` ends at the first
 * failure and a new one takes its place.
 */
export function openWarmIp(): WarmIp {
  const next = inTurn();
  const children = new Map<string, { process: WarmProcess; linesRead: number }>();

  function child(flags: readonly string[]): { process: WarmProcess; linesRead: number } {
    const key = flags.join(' ');
    const present = children.get(key);
    if (present?.process.usable === true) return present;
    const fresh = { process: startWarmProcess('ip', ['-br', ...flags, '-batch', '-']), linesRead: 0 };
    children.set(key, fresh);
    return fresh;
  }

  async function runBatch(lines: readonly string[], flags: readonly string[]): Promise<void> {
    const used = child(flags);
    const answer = await used.process.ask(`${lines.join('\n')}\nlink show dev lo\n`, (stdout) =>
      /^lo[ @].*\n/m.test(stdout) ? true : null,
    );
    if (answer.kind === 'ended') {
      child(flags);
      throw new NetworkToolError('ip', ipFailure(answer.stderr, lines, used.linesRead));
    }
    used.linesRead += lines.length + 1;
  }

  function begin(): void {
    child([]);
    child(['-6']);
  }

  return {
    run: (commands, options = {}) =>
      next(async () => {
        const force = options.ignoreErrors === true ? ['-force'] : [];
        for (const { six, lines } of ipBatches(commands))
          await runBatch(lines, [...(six ? ['-6'] : []), ...force]);
      }),
    renew() {
      for (const { process } of children.values()) process.end();
      children.clear();
      begin();
    },
    end: () =>
      next(async () => {
        for (const { process } of children.values()) process.end();
      }),
  };
}
