import { err, ok, type Result, inTurn } from '@comet/foundation';
import type { TrustedNetwork } from '@comet/tunnel-protocol';
import type { MemoryFile } from '../platform/files/state-file.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import { goalOf } from '../tunnel/state.ts';
import type { Network, UnnamedNetwork } from './network-identity.ts';

/** Milliseconds until a network without a name is looked at again, because its router may not be known yet, and how often. */
const again = { after: 1_000, times: 5 };

export interface NetworkMonitoringParts {
  readonly file: MemoryFile;
  readonly tunnel: Pick<Tunnel, 'state' | 'connect' | 'disconnect'>;
  readonly network: () => Promise<Network | UnnamedNetwork | null>;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: (line: string) => void;
}

/** Takes the tunnel down in networks that the user trusts, and makes one in those that he does not. */
export interface NetworkMonitoring {
  /** The machine may be in another network than before. */
  look(): void;
  /** Trusts the network that the machine is in. */
  trust(name: string | null): Promise<Result<null, 'network_unknown' | 'not_kept'>>;
  distrust(name: string): Promise<Result<null, 'network_not_trusted' | 'not_kept'>>;
  /** The user said what he wants: what we took down for a network is forgotten. */
  forget(): Promise<void>;
  close(): void;
}

export function networkMonitoring(parts: NetworkMonitoringParts): NetworkMonitoring {
  const { file, tunnel, log } = parts;
  let last: string | null = null;
  let cancel = (): void => undefined;
  const next = inTurn();

  function lookLater(tries: number): void {
    next(() => judge(tries)).catch((error: unknown) => log(`networks: ${String(error)}`));
  }

  async function judge(tries: number): Promise<void> {
    const network = await parts.network();
    cancel();
    if (network?.isNamed !== true && tries > 0) cancel = parts.after(again.after, () => lookLater(tries - 1));
    if (network === null) return;
    // Within one network the user's own word counts.
    if (network.id === last) return;
    last = network.id;
    await act(network);
  }

  /** A network without a name is one that nobody trusts, at once: to wait for its name would be to leave in the clear meanwhile. */
  async function act(network: Network | UnnamedNetwork): Promise<void> {
    const { settings, account, intent, away } = file.current;
    const wish = networkWish({
      trusted: network.isNamed && settings.trustedNetworks.some(({ id }) => id === network.id),
      signedIn: account !== null,
      lockdown: settings.lockdown,
      autoConnect: settings.autoConnect,
      wanted: intent !== null || goalOf(tunnel.state) !== null,
      away: away !== null,
      paused: settings.pausedUntil !== null,
    });
    if (wish === 'disconnect') {
      log('this network is trusted: the tunnel goes down');
      await file.change({ away: goalOf(tunnel.state) ?? intent ?? { location: null } });
      await tunnel.disconnect();
    } else if (wish === 'connect') {
      const goal = away ?? { location: null };
      await file.change({ away: null });
      // Not awaited: a connect may take long, and the next network must not wait for it.
      void tunnel.connect(goal);
    }
  }

  async function change(trustedNetworks: TrustedNetwork[]): Promise<Result<null, 'not_kept'>> {
    const isKept = await file.change({ settings: { ...file.current.settings, trustedNetworks } });
    last = null;
    await judge(0);
    return isKept ? ok(null) : err('not_kept');
  }

  return {
    look: () => lookLater(again.times),
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

/** What a change of network is judged by. */
export interface NetworkFacts {
  /** Whether the user trusts the network that the machine is in. One that cannot be told from others he does not. */
  readonly trusted: boolean;
  readonly signedIn: boolean;
  readonly lockdown: boolean;
  readonly autoConnect: boolean;
  /** The user, or we, want a tunnel: it is up, on its way, or held back. */
  readonly wanted: boolean;
  /** A trusted network was the reason to take the tunnel down. */
  readonly away: boolean;
  readonly paused: boolean;
}

/**
 * What to do on coming into a network. On a trusted one there is no tunnel, unless lockdown lets nothing out without one; on any
 * other there is the one that was taken down for it, or one by `autoConnect`. A pause is the user's word of now, and counts more.
 */
export function networkWish(facts: NetworkFacts): 'connect' | 'disconnect' | 'nothing' {
  const { trusted, signedIn, lockdown, autoConnect, wanted, away, paused } = facts;
  if (!signedIn || paused) return 'nothing';
  if (trusted) return wanted && !lockdown ? 'disconnect' : 'nothing';
  return !wanted && (away || autoConnect) ? 'connect' : 'nothing';
}
