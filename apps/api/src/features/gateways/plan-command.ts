import { gatewayPlanTexts as texts, formatText } from '@comet/texts/operator-console';
import {
  type CommandArguments,
  type OperatorDeps,
  readArguments,
  readIf,
  readWhole,
  table,
} from '../operator-commands/index.ts';
import { locationCapacity } from './capacity-history.store.ts';
import { type LocationPlan, planLocation } from './capacity-plan.ts';

/** Megabits a second of a gateway's line, where `--port` is not given. */
const defaultPort = 1_000;

/** Runs `gateways plan [--port MEGABITS] [--json]` and returns the gateways that each location needs, as a table or as JSON. */
export async function planGateways({ db, clock }: OperatorDeps, args: CommandArguments): Promise<string> {
  const { options, flags } = readArguments(args, { positions: [], options: ['port'], flags: ['json'] });
  const port = readIf(options.port, (text) => readWhole(text, { min: 1, max: 1_000_000 })) ?? defaultPort;
  const now = clock.now();
  const locations = await locationCapacity(db, now);
  const plans = locations.map(({ location, gateways, hours }) => ({
    location,
    ...planLocation({ hours, gateways, now, portBytesPerSecond: port * 125_000 }),
  }));
  if (flags.has('json')) return JSON.stringify(plans, null, 2);
  if (plans.length === 0) return texts.none;
  const { columns } = texts;
  return table(
    [
      ...[columns.location, columns.gateways, columns.used, columns.bottleneck, columns.growth],
      ...[columns.neededNow, columns.neededSoon, columns.action],
    ],
    plans.map((plan) => [
      ...[plan.location, `${plan.gateways}`, usedText(plan)],
      plan.bottleneck === null ? texts.unknown : texts.bottlenecks[plan.bottleneck],
      plan.weeklyGrowth === null
        ? texts.unknown
        : formatText(texts.percent, { percent: percentOf(plan.weeklyGrowth - 1) }),
      ...[`${plan.neededNow}`, `${plan.neededSoon}`],
      formatText(texts.actions[plan.action], { count: plan.count }),
    ]),
  );
}

function usedText({ used, gateways, bottleneck }: LocationPlan): string {
  if (bottleneck === null || gateways === 0) return texts.unknown;
  return formatText(texts.percent, { percent: percentOf(used / gateways) });
}

const percentOf = (share: number): number => Math.round(share * 100);
