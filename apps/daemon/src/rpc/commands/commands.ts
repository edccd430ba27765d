import { type Clock, err, ok, type Result } from '@comet/foundation';
import {
  type CheckedRequest,
  type CommandName,
  type DaemonSettings,
  type ParamsOf,
  type PlatformFeature,
  type ResultOf,
  type Snapshot,
  type BlockReason,
  isAccountRefusal,
} from '@comet/tunnel-protocol';
import type { SignIn } from '../../account/sign-in.ts';
import { readSettingsText } from '../../model/settings/settings-text.ts';
import { sameExit } from '../../model/gateway-exit.ts';
import type { Directory } from '../../gateways/directory.ts';
import type { ClockFault } from '../../platform/admission/certificate-clock.ts';
import type { Api } from '../../platform/control-plane/api.ts';
import type { MemoryFile } from '../../platform/files/state-file.ts';
import type { DeviceKeys } from '../../tickets/device-keys.ts';
import type { TicketStore } from '../../tickets/ticket-store.ts';
import type { Tunnel } from '../../tunnel/machine.ts';
import type { State } from '../../tunnel/state.ts';
import { type Goal, fresh } from '../../model/goal.ts';
import type { Caller, RequestFailure } from '../control-channel.ts';
import { accountCommandsOf } from './account-commands.ts';
import { type FeatureParts, featureCommandsOf } from './feature-commands.ts';
import { type LocationCommandParts, locationCommandsOf } from './location-commands.ts';
import { type UpdateCommandParts, updateCommandsOf } from './update-commands.ts';

export interface RefusedRestoreParts {
  readonly tunnel: Pick<Tunnel, 'state'>;
  readonly directory: Pick<Directory, 'destinationsFor'>;
  readonly tickets: Pick<TicketStore, 'refusal'>;
  readonly keys: Pick<DeviceKeys, 'current'>;
  /** Calls back after so many milliseconds; what it returns takes that back. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Maximum time in ms to wait for the API's answer: without one, the tunnel is given up for the other place as the user asked. */
const patience = 2_000;

/**
 * Why the account refuses a ticket for another place than a tunnel that is up leads to. The API is asked through that tunnel, which stands
 * meanwhile; the state machine and its rules take no part. Null where nothing is refused, where the tunnel leads there already, and where
 * nobody can tell in time: the connect finds out.
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
  const forget = after(patience, () => late.abort());
  const refusal = await tickets.refusal(first, key.publicKey, late.signal).finally(forget);
  return refusal !== null && isAccountRefusal(refusal) ? refusal : null;
}

type Params = Readonly<Record<string, unknown>>;

/** What a request takes that not every system can do. */
export function featuresOf(command: CommandName, params: Params): readonly PlatformFeature[] {
  switch (command) {
    case 'protocol.set':
      return params['protocol'] === 'openvpn' ? ['openvpn'] : [];
    case 'variant.set':
      return params['variant'] === 'automatic' ? [] : ['openvpn'];
    case 'split.set':
      return params['mode'] === 'off' ? [] : ['split_tunnel'];
    case 'split.add':
    case 'split.adopt':
      return ['split_tunnel'];
    case 'connect':
      return typeof params['via'] === 'string' ? ['multi_hop'] : [];
    case 'settings.import':
      return featuresIn(String(params['text']));
    default:
      return [];
  }
}

/** Of a file of settings from another machine. */
function featuresIn(text: string): readonly PlatformFeature[] {
  const read = readSettingsText(text);
  if (read === null) return [];
  const { mode, apps, networks } = read.splitTunnel;
  return [
    ...(read.protocol === 'openvpn' || read.variant !== 'automatic' ? (['openvpn'] as const) : []),
    ...(mode !== 'off' || apps.length + networks.length > 0 ? (['split_tunnel'] as const) : []),
  ];
}

/** The same commands, which refuse by name what this system cannot do instead of failing on the way. */
function refusing(commands: Commands, unsupported: readonly PlatformFeature[]): Commands {
  if (unsupported.length === 0) return commands;
  const refused = Object.entries(commands).map(([name, carryOut]) => [
    name,
    async (params: Params, caller: unknown) => {
      const lacking = featuresOf(name as CommandName, params).find((one) => unsupported.includes(one));
      const failure = (detail: string) => err<RequestFailure>({ error: 'unsupported_here', detail });
      return lacking === undefined
        ? (carryOut as (params: Params, caller: unknown) => Promise<unknown>)(params, caller)
        : failure(lacking);
    },
  ]);
  return Object.fromEntries(refused) as Commands;
}

export interface CommandParts
  extends Pick<FeatureParts, 'pause' | 'networks' | 'split' | 'proxies' | 'diagnosis'>,
    Pick<LocationCommandParts, 'lacking' | 'missingLists' | 'favourites' | 'announce' | 'after'>,
    Pick<RefusedRestoreParts, 'tickets' | 'keys'> {
  /** What this system cannot do. */
  readonly unsupported: readonly PlatformFeature[];
  readonly tunnel: Tunnel;
  readonly file: MemoryFile;
  readonly api: Api;
  readonly clock: Clock;
  readonly directory: Directory;
  readonly signIn: SignIn;
  /** Resolves with whether it is forgotten on disk, too. */
  readonly signOut: () => Promise<boolean>;
  readonly dashboardOrigin: string;
  readonly updates: UpdateCommandParts;
  /** The snapshot with the newest figures, and the one that is at hand. */
  readonly snapshot: () => Promise<Snapshot>;
  readonly snapshotAtHand: () => Snapshot;
  /** A client looks as if it will connect soon. */
  readonly anticipate: () => void;
  /** Who is signed in is not who was. */
  readonly onAccount: () => void;
  /** Has the settings hold. False where the block at the machine's start cannot follow them yet. */
  readonly onSettings: () => Promise<boolean>;
  /** Whether the API is out of reach because its address is not known and may not be asked for now. */
  readonly apiIsHidden: () => boolean;
  /** Which way this machine's clock seems to be off. */
  readonly clockFault: () => ClockFault | null;
}

type Answer<N extends CommandName> = Promise<Result<ResultOf<N>, RequestFailure>>;
export type Commands = { readonly [N in CommandName]: (params: ParamsOf<N>, caller: Caller) => Answer<N> };

/** What each command of the protocol does. */
export function commandsOf(parts: CommandParts): Commands {
  const { tunnel, file, directory, signIn } = parts;
  const now = async (): Promise<Result<Snapshot, RequestFailure>> => ok(await parts.snapshot());
  const refuse = (error: RequestFailure['error'], detail: string | null = null) =>
    err<RequestFailure>({ error, detail });

  /** An API that only the block or a wrong clock keeps out of reach is told apart from one that is away. */
  function told(failure: RequestFailure) {
    if (failure.error !== 'api_unreachable') return err(failure);
    if (parts.apiIsHidden()) return refuse('api_unreachable', 'held_back');
    const fault = parts.clockFault();
    return fault === null ? err(failure) : refuse(fault);
  }

  async function signedIn(done: Result<null, RequestFailure>) {
    if (!done.ok) return told(done.error);
    parts.onAccount();
    return now();
  }

  async function set(part: Partial<DaemonSettings>) {
    const isKept = await file.change({ settings: { ...file.current.settings, ...part } });
    // What clients are shown has to hold, whether or not the next start will know it.
    const holdsAtBoot = await parts.onSettings();
    return isKept && holdsAtBoot ? now() : refuse('not_kept');
  }

  /** The user says himself what he wants: what we would do on our own is over. */
  const meant = () => Promise.all([parts.pause.forget(), parts.networks.forget()]);

  /** Counts what users asked of the tunnel. */
  let wishes = 0;

  /** What was asked for earlier, and waits for an answer before it begins, gives way. Returns whether nothing was asked for since. */
  function wish(): () => boolean {
    wishes += 1;
    const mine = wishes;
    return () => mine === wishes;
  }

  async function go(goal: Goal, isWished: () => boolean) {
    if (!isWished()) return refuse('superseded');
    if (tunnel.state.kind === 'connected') {
      const refusal = await refusedRestore(parts, goal);
      if (!isWished() || isEnding(tunnel.state)) return refuse('superseded');
      if (refusal !== null) return refuse('connect_refused', refusal);
    }
    await meant();
    const outcome = await tunnel.connect(goal);
    // A tunnel that has only just come up has no figures worth asking for.
    if (outcome.kind === 'connected') return ok(parts.snapshotAtHand());
    return outcome.kind === 'failed' ? refuse('connect_failed', outcome.reason) : refuse('superseded');
  }

  const all: Commands = {
    status: () => {
      parts.anticipate();
      return now();
    },
    'status.watch': () => {
      parts.anticipate();
      return now();
    },
    'status.shown': ({ number }, caller) => {
      caller.shows(number);
      return Promise.resolve(ok({}));
    },
    'login.email': async (params) => signedIn(await signIn.byEmail(params)),
    'login.second-factor': async (params) => signedIn(await signIn.secondFactor(params)),
    'login.start': async (params) => {
      const started = await signIn.start(params);
      return started.ok ? started : told(started.error);
    },
    'login.wait': async (_, { gone }) => signedIn(await signIn.wait(gone)),
    ...accountCommandsOf({ ...parts, set, now, told }),
    ...locationCommandsOf({
      ...parts,
      isConnected: () => tunnel.state.kind === 'connected',
      now,
      told,
      wish,
      go,
    }),
    disconnect: async () => {
      wish();
      await meant();
      await tunnel.disconnect();
      return now();
    },
    'lockdown.set': async ({ on }) =>
      on && file.current.settings.splitTunnel.mode === 'include'
        ? refuse('split_locked_down')
        : set({ lockdown: on }),
    'allow-lan.set': ({ on }) => set({ allowLan: on }),
    'protocol.set': ({ protocol }) =>
      set(protocol === 'openvpn' ? { protocol } : { protocol, variant: 'automatic' }),
    'variant.set': async ({ variant }) =>
      variant === 'automatic' || file.current.settings.protocol === 'openvpn'
        ? set({ variant })
        : refuse('variant_needs_openvpn'),
    ...featureCommandsOf({
      ...parts,
      set,
      now,
      knows: (place) => directory.knows(place) && !directory.byExit(place),
    }),
    ...updateCommandsOf(parts.updates),
  };
  return refusing(all, parts.unsupported);
}

/** Whether somebody ended the tunnel: the user, by a pause too, or a network that is trusted. */
const isEnding = ({ kind }: State): boolean => kind === 'disconnected' || kind === 'disconnecting';

/** Calls the command that a checked request names. The check has given the params the shape that the command takes. */
export function dispatch(commands: Commands, request: CheckedRequest, caller: Caller) {
  const command = commands[request.command] as (
    params: Readonly<Record<string, unknown>>,
    caller: Caller,
  ) => Promise<Result<unknown, RequestFailure>>;
  return command(request.params, caller);
}
