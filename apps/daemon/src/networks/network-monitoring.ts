import type { Log } from '@comet/foundation/log';
import { err, ok, type Result, taskQueue, reasonOf } from '@comet/foundation';
import type { TrustedNetwork } from '@comet/tunnel-protocol';
import type { StateFile } from '../platform/files/state-file.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import { goalOf } from '../tunnel/state.ts';
import type { Network, UnnamedNetwork } from './network-identity.ts';

/** Delay in ms, and maximum number of retries, for an unnamed network, because its router may not be known yet. */
const unnamedRetry = { after: 1_000, times: 5 };

interface NetworkMonitoringParts {
  readonly file: StateFile;
  readonly tunnel: Pick<Tunnel, 'state' | 'connect' | 'disconnect'>;
  readonly network: () => Promise<Network | UnnamedNetwork | null>;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

/** Disconnects the tunnel in trusted networks and reconnects it in others. */
export interface NetworkMonitoring {
  /** Checks whether the network changed. */
  checkNetwork(): void;
  /** Trusts the network that the machine is in. */
  trust(name: string | null): Promise<Result<null, 'network_unknown' | 'not_kept'>>;
  distrust(name: string): Promise<Result<null, 'network_not_trusted' | 'not_kept'>>;
  /** The user connected or disconnected explicitly: clears the tunnel goal saved for a trusted network. */
  forget(): Promise<void>;
  close(): void;
}

/**
 * Creates the monitoring of networks. Checks run one at a time; while the network has no name, it is read again five times, a second apart.
 */
export function networkMonitoring(parts: NetworkMonitoringParts): NetworkMonitoring {
  const { file, tunnel, log } = parts;
  let lastId: string | null = null;
  let cancel = (): void => undefined;
  const next = taskQueue();

  function scheduleCheck(tries: number): void {
    next(() => checkNow(tries)).catch((error: unknown) =>
      log.error({ reason: reasonOf(error) }, 'The rules for this network could not be applied'),
    );
  }

  async function checkNow(tries: number): Promise<void> {
    const network = await parts.network();
    cancel();
    if (network?.isNamed !== true && tries > 0)
      cancel = parts.after(unnamedRetry.after, () => scheduleCheck(tries - 1));
    if (network === null) return;
    // Within one network, the user's explicit choice has priority.
    if (network.id === lastId) return;
    lastId = network.id;
    await act(network);
  }

  /** Treats an unnamed network as untrusted at once: waiting for its name would leave traffic unprotected meanwhile. */
  async function act(network: Network | UnnamedNetwork): Promise<void> {
    const { settings, account, intent, away } = file.current;
    const action = networkAction({
      trusted: network.isNamed && settings.trustedNetworks.some(({ id }) => id === network.id),
      signedIn: account !== null,
      lockdown: settings.lockdown,
      autoConnect: settings.autoConnect,
      wanted: intent !== null || goalOf(tunnel.state) !== null,
      away: away !== null,
      paused: settings.pausedUntil !== null,
    });
    if (action === 'disconnect') {
      log.info('This network is trusted: disconnecting');
      await file.change({ away: goalOf(tunnel.state) ?? intent ?? { location: null } });
      await tunnel.disconnect();
    } else if (action === 'connect') {
      const goal = away ?? { location: null };
      await file.change({ away: null });
      // Not awaited: a connect may take long, and the next network must not wait for it.
      void tunnel.connect(goal);
    }
  }

  async function change(trustedNetworks: TrustedNetwork[]): Promise<Result<null, 'not_kept'>> {
    const isKept = await file.change({ settings: { ...file.current.settings, trustedNetworks } });
    lastId = null;
    await checkNow(0);
    return isKept ? ok(null) : err('not_kept');
  }

  return {
    checkNetwork: () => scheduleCheck(unnamedRetry.times),
    trust: (name) =>
      next(async () => {
        const network = await parts.network();
        if (network?.isNamed !== true) return err('network_unknown');
        const others = file.current.settings.trustedNetworks.filter(({ id }) => id !== network.id);
        const added = { id: network.id, name: name ?? network.name };
        return change([...others.filter((one) => one.name !== added.name), added].slice(-32));
      }),
    distrust: (name) =>
      next(async () => {
        const { trustedNetworks } = file.current.settings;
        const left = trustedNetworks.filter((network) => network.name !== name);
        if (left.length === trustedNetworks.length) return err('network_not_trusted');
        return change(left);
      }),
    forget: async () => {
      if (file.current.away !== null) await file.change({ away: null });
    },
    close: () => cancel(),
  };
}

/** Inputs to the decision after a network change. */
export interface NetworkActionInput {
  /** Whether the user trusts the current network. An unnamed network is never trusted. */
  readonly trusted: boolean;
  readonly signedIn: boolean;
  readonly lockdown: boolean;
  readonly autoConnect: boolean;
  /** A tunnel goal exists: the tunnel is up, connecting or blocked. */
  readonly wanted: boolean;
  /** The tunnel was disconnected because of a trusted network. */
  readonly away: boolean;
  readonly paused: boolean;
}

/**
 * Returns the action after a network change. A trusted network disconnects the tunnel unless lockdown is on; any other network
 * reconnects a tunnel that a trusted network disconnected, or connects if `autoConnect` is on. A pause has priority over both.
 */
export function networkAction(facts: NetworkActionInput): 'connect' | 'disconnect' | 'nothing' {
  const { trusted, signedIn, lockdown, autoConnect, wanted, away, paused } = facts;
  if (!signedIn || paused) return 'nothing';
  if (trusted) return wanted && !lockdown ? 'disconnect' : 'nothing';
  return !wanted && (away || autoConnect) ? 'connect' : 'nothing';
}
