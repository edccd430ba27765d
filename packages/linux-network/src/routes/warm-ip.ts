import { taskQueue } from '@comet/foundation';
import { groupByFamily, type IpBatch, ipBatches, ipFailure, type RunIpOptions } from './ip-batches.ts';
import type { IpCommand } from './ip-command.ts';
import { NetworkToolError } from '../processes/run-process.ts';
import type { WaitingTools } from '../processes/waiting-tools.ts';
import { adoptWarmProcess, startWarmProcess, type WarmProcess } from '../processes/warm-process.ts';

export interface WarmIpOptions extends RunIpOptions {
  /** Commands for `ip -6` and `ip -4` do not wait for each other. */
  sideBySide?: boolean;
}

interface WarmIp {
  /** See `NetworkShell.runIp`. */
  run(commands: readonly IpCommand[], options?: WarmIpOptions): Promise<void>;
  /** See `NetworkShell.renewAfter`. */
  renewAfter(made: Promise<unknown>): void;
  end(): Promise<void>;
}

const mark = 'comet_batch_end';

/** ip's diagnostic about the end mark, which is no valid command. It follows all diagnostics about the batch. */
const diagnosticAboutMark = new RegExp(`Object "${mark}" is unknown[^\\n]*\\nCommand failed -:\\d+\\n`);

/**
 * Runs `ip` commands in one waiting `ip -batch` for each family, which continues after a failing line: the same processes serve both
 * adding and removing, either of which may be the first call. `waiting`: two such processes, if they run already.
 */
export function openWarmIp(waiting?: Pick<WaitingTools, 'ip' | 'ip6'>): WarmIp {
  const next = taskQueue();
  const children = new Map<boolean, { process: WarmProcess; linesRead: number }>();
  let over = false;
  if (waiting !== undefined) {
    children.set(false, { process: adoptWarmProcess('ip', waiting.ip), linesRead: 0 });
    children.set(true, { process: adoptWarmProcess('ip', waiting.ip6), linesRead: 0 });
  }

  function child(six: boolean): { process: WarmProcess; linesRead: number } {
    const present = children.get(six);
    if (present?.process.usable === true) return present;
    const process = startWarmProcess('ip', [...(six ? ['-6'] : []), '-force', '-batch', '-']);
    const fresh = { process, linesRead: 0 };
    children.set(six, fresh);
    return fresh;
  }

  async function runBatch(six: boolean, lines: readonly string[]): Promise<string> {
    const used = child(six);
    const response = await used.process.query(`${lines.join('\n')}\n${mark}\n`, (_, stderr) => {
      const match = diagnosticAboutMark.exec(stderr);
      return match === null ? null : stderr.slice(0, match.index);
    });
    if (response.kind === 'ended')
      throw new NetworkToolError('ip', response.stderr || 'ended before it answered');
    const failed = /Command failed -:/.test(response.value);
    const diagnostic = failed ? ipFailure(response.value, lines, used.linesRead) : '';
    used.linesRead += lines.length + 1;
    return diagnostic;
  }

  return {
    run: (commands, { ignoreErrors = false, sideBySide = false } = {}) =>
      next(async () => {
        async function runOne({ six, lines }: IpBatch): Promise<void> {
          const diagnostic = await runBatch(six, lines);
          if (diagnostic !== '' && !ignoreErrors) throw new NetworkToolError('ip', diagnostic);
        }
        const batches = ipBatches(commands);
        if (!sideBySide) {
          for (const batch of batches) await runOne(batch);
          return;
        }
        // Awaits both, whatever the result of one: the next command needs an idle process.
        const results = await Promise.allSettled(groupByFamily(batches).map(runOne));
        const failed = results.find((one) => one.status === 'rejected');
        if (failed !== undefined) throw failed.reason;
      }),
    renewAfter(made) {
      void next(async () => {
        const isThere = await made.then(
          () => true,
          () => false,
        );
        for (const [six, { process, linesRead }] of children) {
          // An unused process has cached no links yet.
          if (isThere && linesRead === 0) continue;
          process.end();
          children.delete(six);
        }
        if (!isThere) return;
        child(false);
        // Started while the other one is busy: starting a program takes milliseconds.
        setImmediate(() => over || child(true));
      });
    },
    end: () =>
      next(async () => {
        over = true;
        for (const { process } of children.values()) process.end();
      }),
  };
}
