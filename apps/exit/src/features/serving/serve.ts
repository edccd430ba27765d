import { setTimeout as sleep } from 'node:timers/promises';
import { backoffDelay, type Clock, reasonOf } from '@comet/foundation';
import type { ExitAdmittance } from '@comet/contract';
import type { Log } from '@comet/foundation/log';
import type { StateFile } from '@comet/foundation/state-file';
import type { EndLink } from '../../platform/end-link.ts';
import type { Line } from '../../platform/line.ts';
import { type Usage, noOwnerLimits, type OwnerLimits } from '../allowance/index.ts';
import type { Measuring } from '../measuring/index.ts';
import { maintainCredential, type Membership } from '../membership/index.ts';
import { type OpenedSession, openSession, type OpenSessionParts } from './open-session.ts';
import { type ControlChannel, openControlChannel } from './control-channel.ts';
import type { ForwardingRules } from './forwarding-rules.ts';
import type { Status } from './status.store.ts';

/** Milliseconds. The first wait is short: the exits of a restarted gateway reconnect within two seconds. */
const waits = { first: 300, max: 5_000 };
const intervals = { poll: 1_000, count: 2_000, save: 30_000, line: 30_000, measure: 10_000, stopped: 60_000 };

interface ServeParts extends OpenSessionParts {
  readonly link: EndLink;
  readonly forwardingRules: ForwardingRules;
  readonly measuring: Measuring;
  readonly files: {
    readonly membership: StateFile<Membership>;
    readonly ownerLimits: StateFile<OwnerLimits>;
    readonly usage: StateFile<Usage>;
    readonly status: StateFile<Status>;
  };
  readLine(): Promise<Line>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The reason why it ended: stopped on request, or the control plane no longer has the exit or its credential. */
type ServingEnd = 'stopped' | 'withdrawn' | 'expired';

/** Serves until `signal`, or until its owner or the operator has withdrawn the exit. */
export async function serve(parts: ServeParts, signal: AbortSignal): Promise<ServingEnd> {
  const { files, forwardingRules, log } = parts;
  const logError = (event: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, event);
  const gone = new AbortController();
  const stop = AbortSignal.any([signal, gone.signal]);
  let end: ServingEnd = 'withdrawn';
  let controlChannel: ControlChannel | null = null;
  let line = await parts.readLine();
  let latencyMs: number | null = null;
  const writeStatus = createStatusWriter(files.status, parts.clock);
  const setStatus = (state: Status['state'], detail: string | null) =>
    writeStatus({ state, detail, latencyMs });

  /** Connected: the state follows from the permitted traffic. */
  const setConnectedStatus = () => {
    const { state } = forwardingRules.allowance;
    return setStatus(state === 'open' ? 'carrying' : state, null);
  };

  async function runControlChannel(admittance: ExitAdmittance, renewAt: number): Promise<string> {
    const channel = openControlChannel({
      from: admittance.exit.ipv4,
      to: admittance.gateway.ipv4,
      port: admittance.controlPort,
      onOrder(order) {
        latencyMs = order.latencyMs;
        forwardingRules
          .setOrder(order)
          .then(setConnectedStatus)
          .catch(logError('An order of the gateway could not be applied'));
      },
      report: () => ({
        ...{ state: forwardingRules.allowance.state, ipv6: line.ipv6, carriedBytes: forwardingRules.today() },
        line: parts.measuring.line,
      }),
    });
    controlChannel = channel;
    const measureNow = () => {
      measure(admittance).catch(logError('The line could not be measured'));
    };
    const measuring = setInterval(measureNow, intervals.measure);
    const first = setTimeout(measureNow, intervals.poll);
    const endChannel = () => channel.end();
    stop.addEventListener('abort', endChannel);
    const renewal = setTimeout(() => void renew(), Math.max(1_000, renewAt - parts.clock.now().getTime()));
    const reason = await channel.ended;
    clearTimeout(renewal);
    clearInterval(measuring);
    clearTimeout(first);
    stop.removeEventListener('abort', endChannel);
    controlChannel = null;
    return reason;
  }

  /** Measures the line when that is due; see `measureBytes`. */
  async function measure({ exit, gateway, measurePort }: ExitAdmittance): Promise<void> {
    if (measurePort === undefined || forwardingRules.allowance.state !== 'open') return;
    const path = { from: exit.ipv4, to: gateway.ipv4, port: measurePort };
    if (await parts.measuring.measureIfDue(path)) controlChannel?.reportNow();
  }

  /** Presents a new ticket halfway through the validity of the old one; the tunnel stays up. */
  async function renew(): Promise<void> {
    const membership = await files.membership.read();
    if (membership !== null) await openSession(parts, membership).catch(() => undefined);
  }

  async function openNextSession(): Promise<OpenedSession | number> {
    const membership = await files.membership.read();
    if (membership === null) {
      gone.abort();
      return 0;
    }
    const opened = await openSession(parts, membership);
    if (opened.ok) return opened.value;
    if (opened.error.kind === 'withdrawn' || opened.error.kind === 'expired') {
      end = opened.error.kind;
      gone.abort();
    }
    await setStatus(
      opened.error.kind === 'stopped' ? 'stopped' : 'connecting',
      'detail' in opened.error ? opened.error.detail : null,
    );
    return opened.error.kind === 'stopped' ? intervals.stopped : 0;
  }

  async function keepConnected(): Promise<void> {
    for (let failures = 0; !stop.aborted; failures += 1) {
      const opened = await openNextSession();
      if (typeof opened === 'number') {
        await pause(opened === 0 ? backoffDelay(failures, waits) : opened, stop);
        continue;
      }
      await forwardingRules.setAdmittance(opened.admittance);
      await parts.link.dial(opened.admittance, opened.gateway);
      const from = Date.now();
      const reason = await runControlChannel(opened.admittance, opened.renewAt);
      if (stop.aborted) return;
      log.warn({ reason }, 'The connection to the gateway ended; reconnecting');
      await setStatus('connecting', reason);
      if (Date.now() - from > waits.max) failures = -1;
      await pause(waits.first, stop);
    }
  }

  /** The owner's commands take effect within a second, also while the gateway or the control plane is unreachable. */
  async function watchFiles(): Promise<void> {
    let seen: string | null = null;
    while (!stop.aborted) {
      const version = await files.ownerLimits.version();
      if (version !== seen) {
        seen = version;
        await forwardingRules.setOwnerLimits((await files.ownerLimits.read()) ?? noOwnerLimits);
        controlChannel?.reportNow();
        if (controlChannel !== null) await setConnectedStatus();
      }
      if ((await files.membership.version()) === null) gone.abort();
      await pause(intervals.poll, stop);
    }
  }

  const repeat = async (milliseconds: number, failure: string, work: () => Promise<void>): Promise<void> => {
    while (!stop.aborted) {
      await pause(milliseconds, stop);
      await work().catch(logError(failure));
    }
  };

  await Promise.all([
    keepConnected(),
    watchFiles(),
    repeat(intervals.count, 'The traffic could not be counted', async () => {
      if (!(await forwardingRules.count())) return;
      controlChannel?.reportNow();
      if (controlChannel !== null) await setConnectedStatus();
    }),
    repeat(intervals.line, 'The line could not be read', async () => {
      line = await parts.readLine();
      await forwardingRules.setLine(line);
    }),
    maintainCredential({ ...parts, file: files.membership, sleep: pause }, stop),
    repeat(intervals.save, 'The usage could not be saved', () => files.usage.write(forwardingRules.usage())),
  ]);
  return gone.signal.aborted ? end : 'stopped';
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** Milliseconds between two writes for a changed latency alone, which every order of the gateway brings. */
const latencyInterval = 60_000;

/** Returns a function that writes the status: a change of state, of its detail and the first latency at once. */
export function createStatusWriter(
  file: Pick<StateFile<Status>, 'write'>,
  clock: Clock,
): (status: Pick<Status, 'state' | 'detail' | 'latencyMs'>) => Promise<void> {
  let last: (Status & { readonly at: number }) | null = null;
  return async ({ state, detail, latencyMs }) => {
    const at = clock.now().getTime();
    if (last !== null && last.state === state && last.detail === detail) {
      const isRecent = last.latencyMs !== null && at - last.at < latencyInterval;
      if (last.latencyMs === latencyMs || isRecent) return;
    }
    const status: Status = { version: 1, pid: process.pid, state, detail, latencyMs };
    last = { ...status, at };
    await file.write(status);
  };
}
