import { type Clock, err, ok, type Result } from '@comet/foundation';
import {
  type CheckedRequest,
  type CommandName,
  type ConnectionDetails,
  type DaemonSettings,
  type ParamsOf,
  type PlatformFeature,
  type ResultOf,
  type Snapshot,
  type BlockReason,
  isAccountRefusal,
} from '@comet/tunnel-protocol';
import type { SignIn } from '../../account/sign-in.ts';
import { sameExit } from '../../model/gateway-exit.ts';
import { withChoice } from '../../gateways/automatic-choice.ts';
import type { Directory } from '../../gateways/directory.ts';
import type { ClockFault } from '../../platform/admission/certificate-clock.ts';
import type { Api } from '../../platform/control-plane/api.ts';
import type { StateFile } from '../../platform/files/state-file.ts';
import type { DeviceKeys } from '../../tickets/device-keys.ts';
import type { TicketStore } from '../../tickets/ticket-store.ts';
import type { Tunnel } from '../../tunnel/machine.ts';
import type { State } from '../../tunnel/state.ts';
import { type Goal, fresh } from '../../model/goal.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';
import { type ApiAccessCommandParts, apiAccessCommandsOf } from './api-access-commands.ts';
import { accountCommandsOf } from './account-commands.ts';
import { type FeatureParts, featureCommandsOf } from './feature-commands.ts';
import { locationListCommandsOf, type SavedGoals } from './location-list-commands.ts';
import { type LocationCommandParts, locationCommandsOf } from './location-commands.ts';
import { type NameListCommandParts, nameListCommandsOf } from './name-list-commands.ts';
import { networkRuleCommandsOf } from './network-rule-commands.ts';
import { profileCommandsOf } from './profile-commands.ts';
import { featuresOf } from './required-features.ts';
import { routeCommandsOf } from './route-commands.ts';
import { type ReportCommandParts, reportCommandsOf } from './report-commands.ts';
import { splitDnsCommandsOf } from './split-dns-commands.ts';
import { type StatisticsCommandParts, statisticsCommandsOf } from './statistics-commands.ts';
import { transportCommandsOf } from './transport-commands.ts';
import { type UpdateCommandParts, updateCommandsOf } from './update-commands.ts';

export interface RefusedRestoreParts {
  readonly tunnel: Pick<Tunnel, 'state'>;
  readonly directory: Pick<Directory, 'destinationsFor'>;
  readonly tickets: Pick<TicketStore, 'refusal'>;
  readonly keys: Pick<DeviceKeys, 'current'>;
  /** Calls back after a delay in ms; the returned function cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Maximum time in ms to wait for the API's reply: without one, the connect proceeds. */
const timeout = 2_000;

/**
 * Why the account refuses a ticket for another location while a tunnel is up. The API is queried through that tunnel, without the state
 * machine. Null where nothing is refused, where the tunnel already leads to the location, and where the API does not reply in time.
 */
export async function refusedRestore(
  { tunnel, directory, tickets, keys, after }: RefusedRestoreParts,
  goal: Goal,
): Promise<BlockReason | null> {
  const { state } = tunnel;
  const key = keys.current();
  if (state.kind !== 'connected' || key === null) return null;
  const wanted = directory.destinationsFor(goal, fresh)?.wanted ?? [];
  const here = state.session.gateway;
  const [first] = wanted;
  if (first === undefined || wanted.some((one) => one.id === here.id && sameExit(one.exit, here.exit)))
    return null;
  const late = new AbortController();
  const forget = after(timeout, () => late.abort());
  const refusal = await tickets.refusal(first, key.publicKey, late.signal).finally(forget);
  return refusal !== null && isAccountRefusal(refusal) ? refusal : null;
}

type Params = Readonly<Record<string, unknown>>;

/** The same commands; those that need an unsupported feature return `unsupported_here` with its name. */
function withPlatformCheck(commands: Commands, unsupported: readonly PlatformFeature[]): Commands {
  if (unsupported.length === 0) return commands;
  const refused = Object.entries(commands).map(([name, command]) => [
    name,
    async (params: Params, caller: unknown) => {
      const lacking = featuresOf(name as CommandName, params).find((one) => unsupported.includes(one));
      const failure = (detail: string) => err<RequestFailure>({ error: 'unsupported_here', detail });
      return lacking === undefined
        ? (command as (params: Params, caller: unknown) => Promise<unknown>)(params, caller)
        : failure(lacking);
    },
  ]);
  return Object.fromEntries(refused) as Commands;
}

export interface CommandParts
  extends Pick<
      FeatureParts,
      'pause' | 'networks' | 'meteredNetwork' | 'split' | 'forwards' | 'proxies' | 'portal' | 'diagnosis'
    >,
    Pick<LocationCommandParts, 'lacking' | 'missingLists' | 'favourites' | 'announce' | 'after'>,
    Pick<RefusedRestoreParts, 'tickets' | 'keys'>,
    Pick<NameListCommandParts, 'nameLists' | 'blockCounts'> {
  /** Features that this system lacks. */
  readonly unsupported: readonly PlatformFeature[];
  readonly tunnel: Tunnel;
  readonly file: StateFile;
  readonly api: Api;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly signIn: SignIn;
  /** Resolves with whether the account is also removed from disk. */
  readonly signOut: () => Promise<boolean>;
  readonly dashboardOrigin: string;
  readonly updates: UpdateCommandParts;
  readonly apiAccess: Omit<ApiAccessCommandParts, 'file'>;
  readonly report: Pick<ReportCommandParts, 'gather'>;
  readonly recorder: StatisticsCommandParts['recorder'];
  /** The snapshot with newly read traffic counters, and the one with the last counters. */
  readonly snapshot: () => Promise<Snapshot>;
  readonly lastSnapshot: () => Snapshot;
  /** The figures of the current tunnel; null without one. */
  readonly details: () => Promise<ConnectionDetails | null>;
  /** Called when a client may connect soon. */
  readonly prefetch: () => void;
  /** Called when the signed-in account changes. */
  readonly onAccount: () => void;
  /** Applies the settings. False where the boot-time block could not be updated. */
  readonly onSettings: () => Promise<boolean>;
  /** Whether the API is unreachable because its address is unknown and DNS is blocked. */
  readonly apiIsHidden: () => boolean;
  /** Whether this machine's clock appears to be ahead or behind. */
  readonly clockFault: () => ClockFault | null;
}

type CommandReply<N extends CommandName> = Promise<Result<ResultOf<N>, RequestFailure>>;
export type Commands = {
  readonly [N in CommandName]: (params: ParamsOf<N>, caller: Caller) => CommandReply<N>;
};

/** What each command of the protocol does. */
export function commandsOf(parts: CommandParts): Commands {
  const { tunnel, file, directory, signIn } = parts;
  const now = async (): Promise<Result<Snapshot, RequestFailure>> => ok(await parts.snapshot());
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });

  /** Distinguishes an API that only the block or a wrong clock makes unreachable. */
  function explained(failure: RequestFailure) {
    if (failure.error !== 'api_unreachable') return err(failure);
    if (parts.apiIsHidden()) return refuse('api_unreachable', 'held_back');
    const fault = parts.clockFault();
    return fault === null ? err(failure) : refuse(fault);
  }

  async function signedIn(done: Result<null, RequestFailure>) {
    if (!done.ok) return explained(done.error);
    parts.onAccount();
    return now();
  }

  async function set(part: Partial<DaemonSettings>, goals: Partial<SavedGoals> = {}) {
    const isKept = await file.change({ ...goals, settings: { ...file.current.settings, ...part } });
    // The settings that clients show are applied even if they could not be saved.
    const holdsAtBoot = await parts.onSettings();
    return isKept && holdsAtBoot ? now() : refuse('not_kept');
  }

  /** A command of the user cancels pending automatic actions. */
  const cancelAutomatic = () => Promise.all([parts.pause.forget(), parts.networks.forget()]);

  /** Counts the users' tunnel commands. */
  let commands = 0;

  /** Supersedes earlier commands that have not begun. The returned function returns whether no later command was received. */
  function startCommand(): () => boolean {
    commands += 1;
    const own = commands;
    return () => own === commands;
  }

  async function connectTo(goal: Goal, isLatest: () => boolean) {
    if (!isLatest()) return refuse('superseded');
    if ([goal.location, goal.via].includes('random')) directory.drawAgain();
    if (tunnel.state.kind === 'connected') {
      const refusal = await refusedRestore(parts, goal);
      if (!isLatest() || isEnding(tunnel.state)) return refuse('superseded');
      if (refusal !== null) return refuse('connect_refused', refusal);
    }
    await cancelAutomatic();
    const outcome = await tunnel.connect(withChoice(goal, file.current.settings.locationLists));
    // A new tunnel has no traffic counters yet.
    if (outcome.kind === 'connected') return ok(parts.lastSnapshot());
    return outcome.kind === 'failed' ? refuse('connect_failed', outcome.reason) : refuse('superseded');
  }

  const locationCommands = locationCommandsOf({
    ...parts,
    isConnected: () => tunnel.state.kind === 'connected',
    now,
    explained,
    startCommand,
    connectTo,
  });

  const all: Commands = {
    status: () => {
      parts.prefetch();
      return now();
    },
    'status.watch': () => {
      parts.prefetch();
      return now();
    },
    'status.details': async () => ok({ details: await parts.details() }),
    'status.shown': ({ number }, caller) => {
      caller.shows(number);
      return Promise.resolve(ok({}));
    },
    'login.email': async (params) => signedIn(await signIn.byEmail(params)),
    'login.second-factor': async (params) => signedIn(await signIn.secondFactor(params)),
    'login.start': async (params) => {
      const started = await signIn.start(params);
      return started.ok ? started : explained(started.error);
    },
    'login.wait': async (_, { signal }) => signedIn(await signIn.wait(signal)),
    ...accountCommandsOf({ ...parts, set, now, explained }),
    ...locationCommands,
    disconnect: async () => {
      startCommand();
      await cancelAutomatic();
      await tunnel.disconnect();
      // The next one is shown before a connect, which then uses it.
      if (file.current.settings.server === 'random') directory.drawAgain();
      return now();
    },
    'lockdown.set': async ({ on }) =>
      on && file.current.settings.splitTunnel.mode === 'include'
        ? refuse('split_locked_down')
        : set({ lockdown: on }),
    'allow-lan.set': ({ on }) => set({ allowLan: on }),
    ...transportCommandsOf({ settings: () => file.current.settings, set }),
    ...featureCommandsOf({
      ...parts,
      set,
      now,
      hasLocation: (location) => directory.hasLocation(location) && !directory.byExit(location),
    }),
    ...updateCommandsOf(parts.updates),
    ...apiAccessCommandsOf({ ...parts.apiAccess, file }),
    ...locationListCommandsOf({ directory, tunnel, file, set, now }),
    ...networkRuleCommandsOf({ networks: parts.networks, directory, now }),
    ...routeCommandsOf({ directory, file, set, now, splitter: parts.split.splitter }),
    ...profileCommandsOf({
      ...{ directory, tunnel, file, set, now },
      splitter: parts.split.splitter,
      connect: locationCommands.connect,
    }),
    ...statisticsCommandsOf({ recorder: parts.recorder, settings: () => file.current.settings, set }),
    ...nameListCommandsOf({ ...parts, settings: () => file.current.settings, set }),
    ...splitDnsCommandsOf({ settings: () => file.current.settings, set }),
    ...reportCommandsOf({ ...parts, ...parts.report, snapshot: parts.lastSnapshot, explained }),
  };
  return withPlatformCheck(all, parts.unsupported);
}

/** Whether the tunnel was ended: by the user, a pause, or a trusted network. */
const isEnding = ({ kind }: State): boolean => kind === 'disconnected' || kind === 'disconnecting';

/** Calls the command of a validated request; validation guarantees the shape of its params. */
export function dispatch(commands: Commands, request: CheckedRequest, caller: Caller) {
  const command = commands[request.command] as (
    params: Readonly<Record<string, unknown>>,
    caller: Caller,
  ) => Promise<Result<unknown, RequestFailure>>;
  return command(request.params, caller);
}
