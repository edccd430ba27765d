import { spawn } from 'node:child_process';
import type { Log } from '@comet/foundation/log';
import { backoffDelay } from '@comet/foundation';
import { debounce } from '../system/debounce.ts';

/** Maximum number of remembered addresses and links; no machine has more. */
const maxKnown = 1_024;

/**
 * Distinguishes lines of `ip -o monitor` with a change from repetitions: a router's advertisement renews the lifetime of an address every
 * few seconds, a Wi-Fi scan reports its link each time, and neither changes the network.
 */
export function networkChangeEvents(): (line: string) => boolean {
  const known = new Map<string, string>();

  return (line) => {
    const isGone = line.startsWith('Deleted ');
    const about = subjectOf(isGone ? line.slice('Deleted '.length) : line);
    if (about === null) return true;
    const { key, text } = about;
    if (isGone) {
      for (const other of known.keys()) if (other === key || other.startsWith(`${key} `)) known.delete(other);
      return true;
    }
    if (known.get(key) === text) return false;
    if (known.size >= maxKnown) known.clear();
    known.set(key, text);
    return true;
  };
}

/** Returns the address or link of a line, and its text without the lifetime. Null for routes and other lines. */
function subjectOf(line: string): { readonly key: string; readonly text: string } | null {
  const address = /^(\d+): \S+ +inet6? (\S+) /.exec(line);
  const text = line.replace(/\s+valid_lft .*$/, '');
  if (address !== null) return { key: `${address[1]} ${address[2]}`, text };
  const link = /^(\d+): \S+: </.exec(line);
  return link === null ? null : { key: String(link[1]), text };
}

/** Delay in ms before the restart of a watch that ended. */
const retryDelays = { first: 1_000, max: 60_000 };

export interface NetworkMonitor {
  close(): void;
}

interface NetworkChanges {
  readonly onChange: () => void;
  /** Addresses or routes of the tunnels' links, or routing rules, have changed. */
  readonly onOwnChange: () => void;
}

/**
 * Calls `onChange` when addresses or routes of links other than the tunnels' change, as with another Wi-Fi network. A watch that ends is
 * restarted, and both kinds of change are reported, because events may be lost.
 */
export function watchNetwork(
  links: readonly string[],
  { onChange, onOwnChange }: NetworkChanges,
  log: Log,
  command: readonly string[] = ['ip', '-o', 'monitor', 'address', 'route', 'link', 'rule'],
  pauses: { readonly first: number; readonly max: number } = retryDelays,
): NetworkMonitor {
  const changes = debounce(onChange);
  const ownChanges = debounce(onOwnChange);
  const [program = '', ...args] = command;
  let closed = false;
  let failures = 0;
  let stop = (): void => undefined;

  function begin(): void {
    const child = spawn(program, args, {
      env: { PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    stop = () => child.kill();
    child.on('error', (error) => log.error({ reason: error.message }, 'The network cannot be watched'));
    child.on('close', () => {
      if (closed) return;
      if (failures === 0) log.warn('The network watch ended and is restarted');
      const timer = setTimeout(
        () => {
          begin();
          onChange();
          onOwnChange();
        },
        backoffDelay(failures, pauses),
      );
      timer.unref();
      failures += 1;
      stop = () => clearTimeout(timer);
    });
    let rest = '';
    const isChange = networkChangeEvents();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      failures = 0;
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      const foreign = lines.filter((line) => isForeign(line, links) && isChange(line));
      if (foreign.length > 0) changes.notify();
      if (lines.some((line) => isOwn(line, links))) ownChanges.notify();
    });
  }

  begin();
  return {
    close() {
      closed = true;
      changes.close();
      ownChanges.close();
      stop();
    },
  };
}

/**
 * Whether a line of `ip -o monitor` concerns a link other than ours. The kernel's routes for each address of a link, ours
 * included, are in the table `local` and name the loopback.
 */
export function isForeign(line: string, links: readonly string[]): boolean {
  return (
    line.trim() !== '' &&
    !/\btable local\b|\bdev lo\b/.test(line) &&
    !rule.test(line) &&
    !links.some((link) => line.includes(link))
  );
}

/** A routing rule, as `5000: not from all fwmark 0xc0e7 lookup 51870`; lines of links and addresses have a name after their number. */
const rule = /^(Deleted )?\d+:\s+(not )?from /;

/** Whether a line concerns a tunnel's link or a routing rule. */
export function isOwn(line: string, links: readonly string[]): boolean {
  return rule.test(line) || links.some((link) => line.includes(link));
}
