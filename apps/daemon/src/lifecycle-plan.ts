import type { Goal } from './model/goal.ts';

/** The facts that decide what a start does. */
export interface StartFacts {
  readonly lockdown: boolean;
  /** Whether the state file was unreadable and was replaced. */
  readonly isStateReset: boolean;
  /** Whether an earlier process left firewall rules in force. */
  readonly hasAdoptedRules: boolean;
  /** The location of the saved session that is up; undefined where none is. */
  readonly restoredLocation: string | null | undefined;
  /** The goal of the last connect that was not ended by the user. */
  readonly intent: Goal | null;
  /** The goal that the saved session restore recorded before the state file was open. */
  readonly recordedGoal: Goal | null;
  /** Whether a gateway has granted a standby session for the next connect. */
  readonly hasStandbySession: boolean;
  /** Whether transports that worked are remembered for any network. */
  readonly hasTransportMemory: boolean;
  /** Whether a setting or a saved state depends on the current network. */
  readonly dependsOnNetwork: boolean;
}

/** Maximum time in ms to wait until a restored tunnel is confirmed: until then commands wait, so that no client reads "connecting" after "connected". */
const maxRestoreWait = 600;

export type StartStep =
  /** Fetches the gateway list and a session in advance. */
  | { readonly kind: 'prefetch-session' }
  | { readonly kind: 'write-boot-block' }
  /** Looks up the transport that worked last on this network. */
  | { readonly kind: 'identify-network' }
  /** Connects; waits for the outcome at most `wait` ms, 0 for not at all. */
  | { readonly kind: 'connect'; readonly goal: Goal; readonly wait: number }
  /** Removes routes and resolvers of an earlier process, then applies the settings' rules. */
  | { readonly kind: 'clean-up'; readonly wait: boolean }
  /** Waits until the state machine is idle, then deletes the recorded goal. */
  | { readonly kind: 'settle-tunnel' }
  /** Creates the WireGuard device with this week's key. */
  | { readonly kind: 'prepare-device' }
  | { readonly kind: 'open-local-proxies' }
  | { readonly kind: 'resume-pause' }
  | { readonly kind: 'accept-commands' }
  | { readonly kind: 'watch-wake' }
  | { readonly kind: 'schedule-network-monitor' }
  | { readonly kind: 'apply-network-rules' }
  | { readonly kind: 'schedule-refresh' };

/** The steps of a start, in order. Each one completes before the next begins. */
export function startPlan(facts: StartFacts): readonly StartStep[] {
  const { lockdown, hasStandbySession, hasTransportMemory, dependsOnNetwork } = facts;
  return [
    // Under lockdown the daemon sends nothing before the rules are in force. A standby session makes the fetch unnecessary.
    ...only(!lockdown && !hasStandbySession, { kind: 'prefetch-session' }),
    { kind: 'write-boot-block' },
    ...only(hasTransportMemory, { kind: 'identify-network' }),
    resume(facts),
    { kind: 'settle-tunnel' },
    { kind: 'prepare-device' },
    { kind: 'open-local-proxies' },
    { kind: 'resume-pause' },
    { kind: 'watch-wake' },
    { kind: 'schedule-network-monitor' },
    ...only(dependsOnNetwork, { kind: 'apply-network-rules' }),
    { kind: 'schedule-refresh' },
    { kind: 'accept-commands' },
  ];
}

/** Continues what this process or an earlier one began: its connection, its block, or the removal of its remains. */
function resume(facts: StartFacts): StartStep {
  const { restoredLocation, hasAdoptedRules } = facts;
  const isRestored = restoredLocation !== undefined;
  const goal = facts.intent ?? (isRestored ? { location: restoredLocation } : facts.recordedGoal);
  if (goal !== null) return { kind: 'connect', goal, wait: isRestored ? maxRestoreWait : 0 };
  // Traffic was blocked and its goal is lost with the state file: it stays blocked until the user decides.
  if (hasAdoptedRules && facts.isStateReset) return { kind: 'connect', goal: { location: null }, wait: 0 };
  // Without rules in force only a connect has to wait for the removal.
  return { kind: 'clean-up', wait: hasAdoptedRules };
}

function only(condition: boolean, step: StartStep): readonly StartStep[] {
  return condition ? [step] : [];
}

export type CloseStep =
  | 'refuse-commands'
  | 'stop-monitors'
  | 'close-local-proxies'
  | 'disconnect'
  | 'stop-refresh'
  | 'close-socket'
  | 'save-state'
  | 'close-data-plane';

/**
 * The steps of a close, in order. Each one completes before the next begins. The socket stays open during the disconnect: clients receive
 * the new state before traffic is unblocked.
 */
export const closePlan: readonly CloseStep[] = [
  'refuse-commands',
  'stop-monitors',
  'close-local-proxies',
  'disconnect',
  'stop-refresh',
  'close-socket',
  'save-state',
  'close-data-plane',
];

/** The goal that the next start connects to. Under lockdown the machine is offline until a tunnel is up, so the goal is kept. */
export function intentAfterClose(intent: Goal | null, lockdown: boolean): Goal | null {
  return lockdown ? intent : null;
}

/** What each step does. */
export type StartEffects = {
  readonly [K in StartStep['kind']]: (step: Extract<StartStep, { kind: K }>) => void | Promise<void>;
};

/** Runs a step; a step without a promise does not yield. */
export function runStep(effects: StartEffects, step: StartStep): void | Promise<void> {
  return (effects[step.kind] as (step: StartStep) => void | Promise<void>)(step);
}
