import { ApiError, type Client, NetworkError } from '@comet/client';
import { api } from '@comet/contract';
import type { Clock } from '@comet/foundation';
import type { StateFile } from '@comet/foundation/state-file';
import { exitTexts as texts } from '@comet/texts/exit';
import { type Usage, noUsage, noOwnerLimits, type OwnerLimits, type Caps } from '../allowance/index.ts';
import type { KeptLine } from '../measuring/index.ts';
import { join, type Membership } from '../membership/index.ts';
import type { Status } from '../serving/index.ts';
import type { Command } from './parse-command.ts';

/** Bytes as people read them: 1 GB is 10^9 bytes. */
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

/** The days that something was carried on, the last one first. */
function usageTable({ days }: Usage): string {
  const lines = Object.entries(days)
    .toSorted(([one], [other]) => other.localeCompare(one))
    .map(([day, bytes]) => `${day}  ${amount(bytes)}`);
  return lines.length === 0 ? texts.nothingCarried : [texts.carriedHeading, ...lines].join('\n');
}

export interface RunCommandParts {
  readonly client: Client;
  readonly clock: Clock;
  readonly files: {
    readonly membership: StateFile<Membership>;
    readonly ownerLimits: StateFile<OwnerLimits>;
    readonly usage: StateFile<Usage>;
    readonly status: StateFile<Status>;
    readonly line: StateFile<KeptLine>;
    readonly ticket: { remove(): Promise<void> };
  };
  say(line: string): void;
  /** What the owner types; empty where nobody can. */
  ask(question: string): Promise<string>;
  /** Whether a process with this number runs. */
  runs(pid: number): boolean;
}

/** Carries out what is neither `serve` nor `help`; gives the exit code. */
export async function runCommand(
  command: Exclude<Command, { kind: 'serve' | 'help' }>,
  parts: RunCommandParts,
): Promise<number> {
  const { say, files } = parts;
  const membership = await files.membership.read();
  if (command.kind === 'join')
    return membership === null ? agreeAndJoin(command, parts) : saying(texts.alreadyJoined, 1);
  if (membership === null) return saying(texts.notJoined, 1);
  switch (command.kind) {
    case 'status':
      return showStatus(membership, parts);
    case 'carried':
      say(usageTable((await files.usage.read()) ?? noUsage));
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
    say(line);
    return code;
  }
}

async function agreeAndJoin(
  command: Extract<Command, { kind: 'join' }>,
  parts: RunCommandParts,
): Promise<number> {
  const { say, files } = parts;
  say(texts.consent);
  const name = command.agree ?? (await parts.ask(texts.agreeQuestion)).trim();
  if (name === '') {
    say(texts.notAgreed);
    return 1;
  }
  const joined = await join(
    parts.client,
    { token: command.token, name, network: command.network },
    parts.clock.now(),
  );
  if (!joined.ok) {
    say(joined.error === 'unreachable' ? texts.unreachable : texts.refused(joined.error));
    return 1;
  }
  await files.membership.write(joined.value);
  say(texts.joined(name));
  return 0;
}

/** It holds here before anybody is told: the running service looks at the file each second. */
async function change(
  part: Partial<Pick<OwnerLimits, 'paused' | 'caps'>>,
  parts: RunCommandParts,
): Promise<void> {
  const { files, client } = parts;
  await files.ownerLimits.write({ ...((await files.ownerLimits.read()) ?? noOwnerLimits), ...part });
  if (!(await told(() => client.call(api.changeExit, { body: part })))) parts.say(texts.wishKept);
}

async function withdraw(sure: boolean, parts: RunCommandParts): Promise<number> {
  const { say, files, client } = parts;
  if (!sure && (await parts.ask(texts.withdrawQuestion)).trim() !== 'withdraw') {
    say(texts.notAgreed);
    return 1;
  }
  await files.ownerLimits.write({ ...((await files.ownerLimits.read()) ?? noOwnerLimits), paused: true });
  if (!(await told(() => client.call(api.withdrawExit, {})))) {
    say(texts.withdrawnHere);
    return 1;
  }
  await files.ticket.remove();
  await files.membership.remove();
  // Who joins again some day begins anew.
  await files.ownerLimits.remove();
  say(texts.withdrawn);
  return 0;
}

/** True when the control plane knows it now, or has no such exit any more. */
async function told(call: () => Promise<unknown>): Promise<boolean> {
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
  const { say, files } = parts;
  const status = await files.status.read();
  const on = status !== null && parts.runs(status.pid) ? status : null;
  say(texts.status(texts.states[on?.state ?? 'off'], on?.detail ?? null));
  if (on !== null && on.latencyMs !== null) say(texts.latency(on.latencyMs));
  const measured = await files.line.read();
  if (measured !== null) say(lineLine(measured));
  const { days } = (await files.usage.read()) ?? noUsage;
  say(texts.today(amount(days[parts.clock.now().toISOString().slice(0, 10)] ?? 0)));
  say(capsLine(((await files.ownerLimits.read()) ?? noOwnerLimits).caps));
  say(texts.consented(consent.name, consent.at.slice(0, 10), consent.version));
  return on === null ? 3 : 0;
}
