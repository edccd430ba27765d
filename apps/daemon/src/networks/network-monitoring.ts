import { isDeepStrictEqual } from 'node:util';
import type { Log } from '@comet/foundation/log';
import { err, ok, type Result, taskQueue, reasonOf } from '@comet/foundation';
import type { NetworkRule, TrustedNetwork } from '@comet/tunnel-protocol';
import { withChoice } from '../gateways/automatic-choice.ts';
import { destinationOf } from '../gateways/directory.ts';
import type { Goal } from '../model/goal.ts';
import { isEmptyRule } from '../model/settings/network-rule.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import type { Tunnel } from '../tunnel/machine.ts';
import { goalOf } from '../tunnel/state.ts';
import type { ActiveRule } from './active-rule.ts';
import type { Network, UnnamedNetwork } from './network-identity.ts';

/** Maximum number of rules of networks. */
const maxRules = 32;

/** Delay in ms, and maximum number of retries, for an unnamed network, because its router may not be known yet. */
const unnamedRetry = { after: 1_000, times: 5 };

interface NetworkMonitoringParts {
  readonly file: StateFile;
  readonly tunnel: Pick<Tunnel, 'state' | 'connect' | 'disconnect'>;
  readonly network: () => Promise<Network | UnnamedNetwork | null>;
  readonly activeRule: ActiveRule;
  /** Applies the settings, which another rule changes. */
  readonly applySettings: () => Promise<unknown>;
  readonly after: (milliseconds: number, callback: () => void) => () => void;
  readonly log: Log;
}

/** The choices of a rule that a client changes. */
type RuleChange = Partial<Omit<NetworkRule, 'id' | 'name'>>;

/** Disconnects the tunnel in trusted networks, reconnects it in others, and applies the rule of a network while the machine is in it. */
export interface NetworkMonitoring {
  /** Checks whether the network changed. */
  checkNetwork(): void;
  /** Trusts the network that the machine is in. */
  trust(name: string | null): Promise<Result<null, 'network_unknown' | 'not_kept'>>;
  distrust(name: string): Promise<Result<null, 'network_not_trusted' | 'not_kept'>>;
  /** Changes the rule with this name or, without one, that of the current network. */
  setRule(
    name: string | null,
    change: RuleChange,
  ): Promise<Result<null, 'network_unknown' | 'network_rule_empty' | 'network_rule_too_many' | 'not_kept'>>;
  removeRule(name: string): Promise<Result<null, 'network_rule_unknown' | 'not_kept'>>;
  /** The user connected or disconnected explicitly: clears the goals saved in a trusted network and for a rule. */
  forget(): Promise<void>;
  close(): void;
}

/**
 * Creates the monitoring of networks. Checks run one at a time; while the network has no name, it is read again five times, a second apart.
 */
export function networkMonitoring(parts: NetworkMonitoringParts): NetworkMonitoring {
  const { file, tunnel, activeRule, log } = parts;
  let applied: NetworkRule | null = null;
  let lastId: string | null = null;
  let cancel = (): void => undefined;
  const next = taskQueue();

  function scheduleCheck(tries: number): void {
    next(() => checkNow(tries)).catch((error: unknown) =>
      log.error({ reason: reasonOf(error) }, 'The rules for this network could not be applied'),
    );
  }

  async function checkNow(tries: number): Promise<void> {
    const network = await parts.network().catch(async (error: unknown) => {
      await applyRule(null);
      throw error;
    });
    cancel();
    if (network?.isNamed !== true && tries > 0)
      cancel = parts.after(unnamedRetry.after, () => scheduleCheck(tries - 1));
    // Before anything else: the rules of the former network must not apply here.
    const moved = await applyRule(network?.isNamed === true ? network.id : null);
    // Within one network, the user's explicit choice has priority.
    if (network === null || network.id === lastId) {
      if (moved !== null) connect(moved);
      return;
    }
    lastId = network.id;
    await act(network, moved);
  }

  /**
   * Applies the rule of the network with this id instead of the former one. Returns the goal of an existing tunnel where the rule changes
   * it: to the rule's location, or back to what the former rule replaced; otherwise null.
   */
  async function applyRule(id: string | null): Promise<Goal | null> {
    activeRule.enter(id);
    const rule = activeRule.current();
    if (isDeepStrictEqual(rule, applied)) return null;
    const hasMoved = (rule?.server ?? null) !== (applied?.server ?? null);
    applied = rule;
    await parts.applySettings();
    const goal = goalOf(tunnel.state);
    if (!hasMoved) return null;
    if (rule !== null && rule.server !== null) return goal === null ? null : goalHere(goal);
    const { beforeRule, pausedGoal, settings } = file.current;
    if (beforeRule === null) return null;
    await file.change({ beforeRule: null, ...(pausedGoal === null ? {} : { pausedGoal: beforeRule }) });
    if (goal === null) return null;
    const isAny = beforeRule.location === null && !beforeRule.dedicated;
    return isAny ? { ...beforeRule, location: destinationOf(settings.server) } : beforeRule;
  }

  /** Returns the location of the rule in force, and keeps the goal for other networks; without one the goal. */
  async function goalHere(goal: Goal): Promise<Goal> {
    const server = activeRule.current()?.server ?? null;
    if (server === null) return goal;
    await file.change({ beforeRule: file.current.beforeRule ?? goal });
    return { location: destinationOf(server) };
  }

  /** Does not wait: a connect may take long, and the next network must not wait for it. */
  function connect(goal: Goal): void {
    void tunnel.connect(withChoice(goal, file.current.settings.locationLists));
  }

  /** Treats an unnamed network as untrusted at once: waiting for its name would leave traffic unprotected meanwhile. */
  async function act(network: Network | UnnamedNetwork, moved: Goal | null): Promise<void> {
    const { settings, account, intent, away } = file.current;
    const rule = activeRule.current();
    const isTrusted = network.isNamed && settings.trustedNetworks.some(({ id }) => id === network.id);
    const action = networkAction({
      // A rule takes precedence over trust.
      trusted: rule?.connect === false || (isTrusted && rule?.connect !== true),
      signedIn: account !== null,
      lockdown: settings.lockdown,
      autoConnect: settings.autoConnect || rule?.connect === true,
      wanted: intent !== null || goalOf(tunnel.state) !== null,
      away: away !== null,
      paused: settings.pausedUntil !== null,
    });
    if (action === 'disconnect') {
      log.info('Disconnecting: this network is trusted, or its rule says so');
      const goal = file.current.beforeRule ?? moved ?? goalOf(tunnel.state) ?? intent ?? { location: null };
      await file.change({ away: goal, beforeRule: null });
      await tunnel.disconnect();
    } else if (action === 'connect') {
      const goal = away ?? { location: null };
      await file.change({ away: null });
      connect(await goalHere(goal));
    } else if (moved !== null) connect(moved);
  }

  async function change(part: {
    readonly trustedNetworks?: TrustedNetwork[];
    readonly networkRules?: NetworkRule[];
  }): Promise<Result<null, 'not_kept'>> {
    const isKept = await file.change({ settings: { ...file.current.settings, ...part } });
    lastId = null;
    await checkNow(0);
    return isKept ? ok(null) : err('not_kept');
  }

  async function currentNamed(): Promise<Network | null> {
    const network = await parts.network();
    return network?.isNamed === true ? network : null;
  }

  return {
    checkNetwork: () => scheduleCheck(unnamedRetry.times),
    trust: (name) =>
      next(async () => {
        const network = await parts.network();
        if (network?.isNamed !== true) return err('network_unknown');
        const others = file.current.settings.trustedNetworks.filter(({ id }) => id !== network.id);
        const added = { id: network.id, name: name ?? network.name };
        const kept = others.filter((one) => one.name !== added.name);
        return change({ trustedNetworks: [...kept, added].slice(-32) });
      }),
    distrust: (name) =>
      next(async () => {
        const { trustedNetworks } = file.current.settings;
        const left = trustedNetworks.filter((network) => network.name !== name);
        if (left.length === trustedNetworks.length) return err('network_not_trusted');
        return change({ trustedNetworks: left });
      }),
    setRule: (name, changed) =>
      next(async () => {
        const { networkRules: rules, trustedNetworks } = file.current.settings;
        const named = rules.find((one) => one.name === name);
        const network = named ?? (await currentNamed());
        if (network === null) return err('network_unknown');
        const former = rules.find(({ id }) => id === network.id);
        const trusted = trustedNetworks.find(({ id }) => id === network.id);
        const others = rules.filter((one) => one !== former);
        const given = name ?? former?.name ?? trusted?.name ?? network.name;
        const rule = {
          ...{ connect: null, server: null, transport: null, allowLan: null, dns: null },
          ...former,
          ...changed,
          ...{ id: network.id, name: unusedName(given, others) },
        };
        if (isEmptyRule(rule)) return err('network_rule_empty');
        return others.length >= maxRules
          ? err('network_rule_too_many')
          : change({ networkRules: [...others, rule] });
      }),
    removeRule: (name) =>
      next(async () => {
        const { networkRules } = file.current.settings;
        const left = networkRules.filter((rule) => rule.name !== name);
        return left.length === networkRules.length
          ? err('network_rule_unknown')
          : change({ networkRules: left });
      }),
    forget: async () => {
      const { away, beforeRule } = file.current;
      if ((away ?? beforeRule) !== null) await file.change({ away: null, beforeRule: null });
    },
    close: () => cancel(),
  };
}

/** The name, with a number if another rule has it. */
function unusedName(name: string, rules: readonly NetworkRule[]): string {
  const used = rules.map((rule) => rule.name);
  let free = name;
  for (let number = 2; used.includes(free); number += 1) free = `${name.slice(0, 56)} ${number}`;
  return free;
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
