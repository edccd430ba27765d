import { ApiError, type Client, NetworkError } from '@comet/client';
import { api } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { exitTexts as texts } from '@comet/texts/exit';
import { type Usage, noUsage, noOwnerLimits, type OwnerLimits, type Caps } from '../allowance/index.ts';
import type { KeptLine } from '../measuring/index.ts';
import { join, type Membership, type PendingJoin } from '../membership/index.ts';
import type { Status } from '../serving/index.ts';
import type { Command } from './parse-command.ts';

/** Formats bytes for people: 1 GB is 10^9 bytes. */
function amount(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const number = bytes / 1000 ** power;
  return `${power === 0 ? number : number.toFixed(1)} ${units[power]}`;
}

function capsLine({ bytesPerSecond, dayBytes }: Caps): string {
  return texts.caps(
    bytesPerSecond === null ? texts.noCap : texts.megabits(bytesPerSecond / 125_000),
    dayBytes === null ? texts.noCap : texts.gigabytes(dayBytes / 1e9),
  );
}

function lineLine({ line, measuredAt }: KeptLine): string {
  const megabits = (bytesPerSecond: number) =>
    texts.megabits(Number((bytesPerSecond / 125_000).toPrecision(2)));
  return texts.line(
    megabits(line.downBytesPerSecond),
    megabits(line.upBytesPerSecond),
    measuredAt.slice(0, 10),
  );
}

/** Days with traffic, newest first. */
function usageTable({ days }: Usage): string {
  const lines = Object.entries(days)
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([day, bytes]) => `${day}  ${amount(bytes)}`);
  return lines.length === 0 ? texts.nothingCarried : [texts.carriedHeading, ...lines].join('\n');
}

interface RunCommandParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly files: {
    readonly membership: StateFile<Membership>;
    readonly pendingJoin: StateFile<PendingJoin>;
    readonly ownerLimits: StateFile<OwnerLimits>;
    readonly usage: StateFile<Usage>;
    readonly status: StateFile<Status>;
    readonly line: StateFile<KeptLine>;
    readonly ticket: { remove(): Promise<void> };
  };
  print(line: string): void;
  /** Reads the owner's input; empty without a terminal. */
  prompt(question: string): Promise<string>;
  sleep(milliseconds: number): Promise<void>;
  /** Whether a process with this number runs. */
  runs(pid: number): boolean;
}

/** Runs every command except `serve` and `help`; returns the exit code. */
export async function runCommand(
  command: Exclude<Command, { kind: 'serve' | 'help' | 'version' }>,
  parts: RunCommandParts,
): Promise<number> {
  const { print, files } = parts;
  const membership = await files.membership.read();
  if (command.kind === 'join')
    return membership === null ? agreeAndJoin(command, parts) : saying(texts.alreadyJoined, 1);
  if (membership === null) return saying(texts.notJoined, 1);
  switch (command.kind) {
    case 'status':
      return showStatus(membership, parts);
    case 'carried':
      print(usageTable((await files.usage.read()) ?? noUsage));
      return 0;
    case 'pause':
    case 'resume': {
      const paused = command.kind === 'pause';
      await change({ paused }, parts);
      return saying(paused ? texts.paused : texts.resumed, 0);
    }
    case 'cap': {
      if (command.caps !== 'show') await change({ caps: command.caps }, parts);
      return saying(capsLine(((await files.ownerLimits.read()) ?? noOwnerLimits).caps), 0);
    }
    case 'withdraw':
      return withdraw(command.sure, parts);
  }

  function saying(line: string, code: number): number {
    print(line);
    return code;
  }
}

async function agreeAndJoin(
  command: Extract<Command, { kind: 'join' }>,
  parts: RunCommandParts,
): Promise<number> {
  const { print, files } = parts;
  print(texts.consent);
  const name = command.agree ?? (await parts.prompt(texts.agreeQuestion)).trim();
  if (name === '') {
    print(texts.notAgreed);
    return 1;
  }
  const joined = await join(
    { client: parts.client, pending: files.pendingJoin, sleep: parts.sleep },
    { token: command.token, name, network: command.network },
    parts.clock.now(),
  );
  if (!joined.ok) {
    print(joined.error === 'unreachable' ? texts.unreachable : texts.refused(joined.error));
    return 1;
  }
  await files.membership.write(joined.value);
  await files.pendingJoin.remove();
  print(texts.joined(joined.value.consent.name));
  return 0;
}

/** Applies the change locally before the control plane receives it: the running service reads the file every second. */
async function change(
  part: Partial<Pick<OwnerLimits, 'paused' | 'caps'>>,
  parts: RunCommandParts,
): Promise<void> {
  const { files, client } = parts;
  await files.ownerLimits.write({ ...((await files.ownerLimits.read()) ?? noOwnerLimits), ...part });
  if (!(await isAccepted(() => client.call(api.changeExit, { body: part })))) parts.print(texts.wishKept);
}

async function withdraw(sure: boolean, parts: RunCommandParts): Promise<number> {
  const { print, files, client } = parts;
  if (!sure && (await parts.prompt(texts.withdrawQuestion)).trim() !== 'withdraw') {
    print(texts.notAgreed);
    return 1;
  }
  await files.ownerLimits.write({ ...((await files.ownerLimits.read()) ?? noOwnerLimits), paused: true });
  if (!(await isAccepted(() => client.call(api.withdrawExit, {})))) {
    print(texts.withdrawnHere);
    return 1;
  }
  await files.ticket.remove();
  await files.membership.remove();
  // A later join starts without old data.
  await files.ownerLimits.remove();
  print(texts.withdrawn);
  return 0;
}

/** Resolves with true when the control plane has stored the change, or the exit no longer exists there. */
async function isAccepted(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof ApiError) return error.status === 401;
    if (error instanceof NetworkError) return false;
    throw error;
  }
}

async function showStatus({ consent }: Membership, parts: RunCommandParts): Promise<number> {
  const { print, files } = parts;
  const status = await files.status.read();
  const on = status !== null && parts.runs(status.pid) ? status : null;
  print(texts.status(texts.states[on?.state ?? 'off'], on?.detail ?? null));
  if (on !== null && on.latencyMs !== null) print(texts.latency(on.latencyMs));
  const measured = await files.line.read();
  if (measured !== null) print(lineLine(measured));
  const { days } = (await files.usage.read()) ?? noUsage;
  print(texts.today(amount(days[parts.clock.now().toISOString().slice(0, 10)] ?? 0)));
  print(capsLine(((await files.ownerLimits.read()) ?? noOwnerLimits).caps));
  print(texts.consented(consent.name, consent.at.slice(0, 10), consent.version));
  return on === null ? 3 : 0;
}
