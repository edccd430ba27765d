import { maxTunnels } from './least-loaded.ts';

const dayMs = 24 * 3600 * 1000;
const weekMs = 7 * dayMs;

/**
 * The rules of the plan, as docs/operations.md states them: the share of a gateway that the busiest hour may use, the reserve of a tenth,
 * the smallest number at a location, the weeks that a new gateway may take, and the tunnels that a gateway accepts.
 */
export const planRules = {
  usedShare: 0.6,
  reserve: 1.1,
  minGateways: 2,
  weeksAhead: 4,
  peersPerGateway: maxTunnels,
  maxWeeklyGrowth: 1.5,
} as const;

/** The sums over all gateways of a location in one hour, each of the highest values of a gateway. */
export interface LocationHour {
  readonly hour: Date;
  readonly peers: number;
  /** CPU: 100 for each fully used gateway. Null while unknown, also below. */
  readonly loadPercent: number | null;
  readonly bytesPerSecond: number | null;
}

const bottlenecks = ['cpu', 'tunnels', 'bandwidth'] as const;
type Bottleneck = (typeof bottlenecks)[number];

export type PlanAction = 'add' | 'add_soon' | 'keep' | 'remove';

/** What a location uses and needs, in gateways. */
export interface LocationPlan {
  readonly gateways: number;
  /** The busiest hour of the last week as a number of fully used gateways, and what used most of them; null without a report. */
  readonly used: number;
  readonly bottleneck: Bottleneck | null;
  /** 1.1 is a tenth more a week; null without two weeks of reports. */
  readonly weeklyGrowth: number | null;
  readonly neededNow: number;
  readonly neededSoon: number;
  readonly action: PlanAction;
  /** Gateways to add or remove. */
  readonly count: number;
}

/**
 * Plans a location with `gateways` gateways from its hours of the last two weeks. `portBytesPerSecond` is the line of one gateway. Growth
 * is that of the weekly peaks; a decline counts as none. Removing needs two weeks of reports, and never leads to a later addition for the
 * same reports.
 */
export function planLocation({
  hours,
  gateways,
  now,
  portBytesPerSecond,
}: {
  readonly hours: readonly LocationHour[];
  readonly gateways: number;
  readonly now: Date;
  readonly portBytesPerSecond: number;
}): LocationPlan {
  const week = (index: number) => {
    const end = now.getTime() - index * weekMs;
    return hours.filter(({ hour }) => hour.getTime() <= end && hour.getTime() > end - weekMs);
  };
  const [latest, before] = [week(0), week(1)];
  const { used, bottleneck } = peakOf(latest, portBytesPerSecond);
  const previous = peakOf(before, portBytesPerSecond).used;
  const isWhole = [latest, before].every((days) => daysIn(days) >= 6);
  const weeklyGrowth = isWhole && previous > 0 ? used / previous : null;
  const growth = Math.min(Math.max(weeklyGrowth ?? 1, 1), planRules.maxWeeklyGrowth);
  const neededNow = neededFor(used);
  const neededSoon = neededFor(used * growth ** planRules.weeksAhead);
  const action = actionOf({ gateways, neededNow, neededSoon, isWhole });
  const count = action === 'keep' ? 0 : Math.abs(neededSoon - gateways);
  return { gateways, used, bottleneck, weeklyGrowth, neededNow, neededSoon, action, count };
}

function actionOf(plan: {
  readonly gateways: number;
  readonly neededNow: number;
  readonly neededSoon: number;
  readonly isWhole: boolean;
}): PlanAction {
  if (plan.gateways < plan.neededNow) return 'add';
  if (plan.gateways < plan.neededSoon) return 'add_soon';
  return plan.gateways > plan.neededSoon && plan.isWhole ? 'remove' : 'keep';
}

function neededFor(used: number): number {
  const share = (used * planRules.reserve) / planRules.usedShare;
  // Without rounding, an exact multiple may exceed itself by a floating-point error.
  return Math.max(planRules.minGateways, Math.ceil(Number(share.toFixed(6))));
}

function peakOf(
  hours: readonly LocationHour[],
  portBytesPerSecond: number,
): { readonly used: number; readonly bottleneck: Bottleneck | null } {
  let peak: { readonly used: number; readonly bottleneck: Bottleneck | null } = { used: 0, bottleneck: null };
  for (const { peers, loadPercent, bytesPerSecond } of hours) {
    const uses = {
      cpu: (loadPercent ?? 0) / 100,
      tunnels: peers / planRules.peersPerGateway,
      bandwidth: (bytesPerSecond ?? 0) / portBytesPerSecond,
    };
    for (const bottleneck of bottlenecks)
      if (uses[bottleneck] > peak.used) peak = { used: uses[bottleneck], bottleneck };
  }
  return peak;
}

function daysIn(hours: readonly LocationHour[]): number {
  return new Set(hours.map(({ hour }) => Math.floor(hour.getTime() / dayMs))).size;
}
