import { reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Directory } from '../gateways/directory.ts';
import type { ConnectHistory } from '../model/goal.ts';
import type { Gateway } from '../model/gateway.ts';
import type { AdmissionEndpoint } from '../platform/admission/admission-endpoint.ts';
import type { ApiAddresses } from '../platform/control-plane/api-addresses.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import type { Wireguard } from '../platform/wireguard/wireguard.ts';
import { waitWithTimeout } from './wait-with-timeout.ts';
import type { DeviceKeys } from './device-keys.ts';
import type { OpenvpnAccessStore } from './openvpn-access.ts';
import { isTemporary } from '../platform/control-plane/refusal-reason.ts';
import type { StandbySessions } from './standby-sessions.ts';
import type { TicketStore } from './ticket-store.ts';

/** The gateways that the next connect will probably contact, and those that need a ticket. */
interface ExpectedGateways {
  /** The gateways of a connect without a location, and of one to the last named location. */
  readonly expected: readonly Gateway[];
  /** These gateways, then other near ones. */
  readonly ranked: readonly Gateway[];
}

/** Returns the expected gateways of the next connect. Exits are used only on request, so none is prepared. */
export function expectedGateways(
  directory: Pick<Directory, 'gatewaysFor'>,
  recents: readonly string[],
): ExpectedGateways {
  const gatewaysTo = (location: string | null) =>
    (directory.gatewaysFor({ location }, null) ?? []).filter(({ exit }) => exit === undefined);
  const near = gatewaysTo(null);
  const lastUsed = recents.slice(0, 1).flatMap((location) => gatewaysTo(location).slice(0, 1));
  const expected = [...near.slice(0, 1), ...lastUsed];
  return { expected: unique(expected), ranked: unique([...expected, ...near]) };
}

function unique(gateways: readonly Gateway[]): readonly Gateway[] {
  return [...new Map(gateways.map((gateway) => [gateway.id, gateway])).values()];
}

/**
 * Average interval in ms between two rounds: from half to one and a half, so that machines that started together do not stay synchronised.
 */
const interval = 5 * 60_000;
/** Milliseconds until a requested refresh begins: a connect in progress, or a recent one, has priority. */
const requestDelay = 250;
/** Maximum time in ms that an end waits for gateways. */
const timeout = 400;
/** Maximum number of gateways with a stand-by ticket. */
const maxKept = 3;

/** The part of the tunnel's state that decides what is refreshed. */
type TunnelPhase =
  | { readonly kind: 'disconnected' | 'connecting' | 'connected' | 'disconnecting' }
  | { readonly kind: 'error'; readonly past: Pick<ConnectHistory, 'failures'> };

export interface TicketRefresherParts {
  readonly state: () => TunnelPhase;
  /** Whether traffic outside the tunnel is blocked. */
  readonly blocking: () => boolean;
  readonly file: StateFile;
  readonly directory: Directory;
  readonly addresses: ApiAddresses;
  readonly tickets: TicketStore;
  readonly standby: Pick<StandbySessions, 'keep'>;
  readonly keys: DeviceKeys;
  readonly wireguard: Wireguard;
  readonly admissionEndpoint: AdmissionEndpoint;
  readonly access: OpenvpnAccessStore;
  /** Sends the API the pending logout notices. */
  readonly logoutNotices: () => Promise<void>;
  /** The API no longer permits this device to connect. */
  readonly onRefused: (reason: BlockReason) => void;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

/** Keeps tickets and lists for the next connect, so that it contacts only the gateway. */
export interface TicketRefresher {
  /** Runs a round soon, or another one after the running one. */
  refreshSoon(): void;
  /** Opens connections to the expected gateways' admission endpoints: a connect is likely. */
  prefetch(): void;
  /** Call it after a change of network: connections over a removed route are opened again. */
  onNetwork(): void;
  /** Prepares the sessions of the next start, within a time limit. */
  settle(): Promise<void>;
  close(): void;
}

/** Creates the refresher. Rounds run one at a time, about every five minutes, until `close`. */
export function ticketRefresher(parts: TicketRefresherParts): TicketRefresher {
  const leave = new AbortController();
  let round: Promise<void> | null = null;
  let isRequested = false;
  let listIsDue = true;

  /**
   * Refreshes a list that is older than a round. When a gateway fails, all its clients connect to others within
   * seconds and call this: only clients whose list is unusable send requests to the API. False without a list.
   */
  async function freshList(): Promise<boolean> {
    if (!listIsDue && !isStranded(parts.state())) return true;
    const refreshed = await parts.directory.refresh(leave.signal);
    if (refreshed.ok) listIsDue = false;
    return refreshed.ok;
  }

  function refreshNow(): void {
    if (leave.signal.aborted) return;
    if (round !== null) {
      isRequested = true;
      return;
    }
    round = refreshOnce(parts, freshList, leave.signal)
      .catch((error: unknown) => {
        if (!leave.signal.aborted)
          parts.log.warn({ reason: reasonOf(error) }, 'The tickets could not be refreshed');
      })
      .finally(() => {
        round = null;
        if (isRequested) refreshNow();
        isRequested = false;
      });
  }

  function prefetch(): void {
    if (parts.state().kind === 'disconnected' && !parts.blocking()) void warm(parts, leave.signal);
  }

  let due: (() => void) | null = null;
  function scheduleRefresh(): void {
    due ??= parts.after(requestDelay, () => {
      due = null;
      refreshNow();
    });
  }

  let stop = (): void => undefined;
  const scheduleNext = (): void => {
    stop = parts.after(interval * (0.5 + parts.random()), () => {
      listIsDue = true;
      refreshNow();
      scheduleNext();
    });
  };
  scheduleNext();
  return {
    refreshSoon: scheduleRefresh,
    prefetch,
    onNetwork() {
      parts.admissionEndpoint.closeStaleConnections().then(prefetch, () => undefined);
    },
    async settle() {
      if (parts.state().kind !== 'disconnected' || parts.blocking()) return;
      await waitWithTimeout(timeout, warm(parts, leave.signal), parts.after);
    },
    close() {
      stop();
      due?.();
      leave.abort();
    },
  };
}

/** Whether all gateways of the list were tried, after a tunnel was lost or for a second time: only a newer list has other gateways. */
function isStranded(state: TunnelPhase): boolean {
  return state.kind === 'error' && state.past.failures > 1;
}

async function refreshOnce(
  parts: TicketRefresherParts,
  freshList: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const { state, blocking, file, directory, tickets, keys } = parts;
  const idle = (): boolean => state().kind === 'disconnected';
  await parts.addresses.refresh();
  await parts.logoutNotices();
  const hasList = await freshList();
  if (file.current.account === null || !hasList) return;
  if (idle() && !blocking()) await directory.measure(parts.admissionEndpoint);
  // A new key is created while the API responds and no tunnel uses the old one.
  const key = idle() ? await keys.ofThisWeek() : keys.current();
  if (key === null) return;
  if (idle()) await parts.wireguard.ready(key.privateKey);
  const likely = expectedGateways(directory, file.current.recents).ranked.slice(0, maxKept);
  const kept = await tickets.keep(likely, key.publicKey, signal);
  if (!kept.ok && !isTemporary(kept.error)) parts.onRefused(kept.error);
  else await parts.access.keep(likely, signal);
  if (idle()) await warm(parts, signal);
}

/**
 * Prepares sessions at the expected gateways of the next connect, and opens connections to their admission endpoints, which gateways keep
 * for some minutes. OpenVPN uses neither.
 */
async function warm({ file, directory, standby }: TicketRefresherParts, signal: AbortSignal): Promise<void> {
  const { account, settings } = file.current;
  if (account === null || settings.protocol === 'openvpn') return;
  const { expected } = expectedGateways(directory, file.current.recents);
  await Promise.all(expected.map((gateway) => standby.keep(gateway, signal)));
}
