import { setTimeout as sleep } from 'node:timers/promises';
import { comet } from '../support/client-host.ts';
import { enterNetwork, isolateGateway, leaveNetwork, reconnectGateway } from '../leaks/disturbances.ts';
import { networks } from '../leaks/networks.ts';
import { lab, gateways, transports } from '../leaks/client-host.ts';
import { agent, daemon, pidsOn, signal } from '../leaks/processes.ts';
import type { AppWindow } from './app-window.ts';

/** Returns a generator of numbers in [0, 1) that is deterministic for each seed (Mulberry32 by Tommy Ettinger). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An action on the app, its daemon, its gateways or its network. */
export interface Action {
  readonly name: string;
  /** Relative probability among all actions. */
  readonly weight: number;
  readonly run: () => Promise<unknown>;
}

const { netherlands, japan } = gateways;
const mainButtons = ['Connect', 'Cancel', 'Disconnect', 'Connect again', 'Try again'];

/** Returns the actions of users and machines. `restore` resets the gateways, the network and the settings. */
export function randomActions(app: AppWindow): { readonly all: readonly Action[]; restore(): Promise<void> } {
  const unreachable = new Set<(typeof gateways)['japan' | 'netherlands']>();
  let offline = false;

  /** Runs a CLI command as a second user interface; ignores errors. */
  const runCli = (...args: readonly string[]) => comet(lab, ...args).catch(() => 'refused');
  /** Starts a CLI command without waiting: the next action may overlap. */
  const startCli = async (...args: readonly string[]) => void runCli(...args);
  // The app may show none of these buttons while it works on an action.
  const press = () => app.pressOneOf(mainButtons).catch(() => 'nothing pressed');
  const killClient = (command: RegExp) => async () =>
    signal(await pidsOn(lab, 'client', command).catch(() => []), 'SIGKILL');
  const toggleGateway = async (gateway: (typeof gateways)['japan' | 'netherlands']) => {
    if (unreachable.delete(gateway)) return reconnectGateway(gateway);
    unreachable.add(gateway);
    return isolateGateway(gateway);
  };
  const enter = async (network: (typeof networks)['home' | 'cafe']) => {
    await leaveNetwork();
    offline = false;
    await enterNetwork(network);
  };

  const all: readonly Action[] = [
    { name: 'the one button', weight: 8, run: press },
    { name: 'connect to Amsterdam', weight: 3, run: () => startCli('connect', netherlands.location) },
    { name: 'connect to Tokyo', weight: 3, run: () => startCli('connect', japan.location) },
    { name: 'WireGuard', weight: 2, run: () => startCli('set', 'protocol', 'wireguard') },
    { name: 'OpenVPN', weight: 1, run: () => startCli('set', 'protocol', 'openvpn') },
    { name: 'pause', weight: 1, run: () => startCli('pause', '10s') },
    { name: 'resume', weight: 1, run: () => startCli('resume') },
    { name: 'lockdown on', weight: 1, run: () => startCli('lockdown', 'on') },
    { name: 'lockdown off', weight: 2, run: () => startCli('lockdown', 'off') },
    { name: 'Amsterdam unreachable, or not', weight: 1, run: () => toggleGateway(netherlands) },
    { name: 'Tokyo unreachable, or not', weight: 1, run: () => toggleGateway(japan) },
    {
      name: "Amsterdam's agent killed",
      weight: 1,
      run: async () => signal(await pidsOn(lab, 'gw-nl', agent).catch(() => []), 'SIGKILL'),
    },
    { name: 'the tunnel killed', weight: 1, run: killClient(transports.wireguard.programs[0]) },
    { name: 'the daemon killed', weight: 1, run: killClient(daemon) },
    {
      name: 'the daemon frozen',
      weight: 1,
      run: async () => {
        const frozen = await pidsOn(lab, 'client', daemon).catch(() => []);
        signal(frozen, 'SIGSTOP');
        await sleep(800);
        signal(frozen, 'SIGCONT');
      },
    },
    { name: 'another network', weight: 1, run: () => enter(networks.cafe) },
    { name: 'the first network', weight: 2, run: () => enter(networks.home) },
    {
      name: 'no network',
      weight: 1,
      run: () => {
        offline = true;
        return leaveNetwork();
      },
    },
  ];
  return {
    all,
    async restore() {
      for (const gateway of unreachable) await reconnectGateway(gateway);
      unreachable.clear();
      if (offline) await enter(networks.home);
      for (const args of [['resume'], ['lockdown', 'off'], ['set', 'protocol', 'wireguard']])
        await runCli(...args);
    },
  };
}

/** Picks one action at random by weight. */
export function pickAction(all: readonly Action[], random: () => number): Action {
  let left = random() * all.reduce((sum, { weight }) => sum + weight, 0);
  const found = all.find(({ weight }) => (left -= weight) < 0);
  if (found === undefined) throw new Error('There is no action to pick');
  return found;
}
