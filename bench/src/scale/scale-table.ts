import { type CaseResult, tableOf } from '../report.ts';
import { bound, type ComparedOperation } from './compare.ts';

/** The figures of a run. */
export interface ScaleResult {
  readonly name: 'scale';
  readonly machine: string;
  readonly measuredAt: string;
  /** Load average of the last minute before the measurement: other work on the machine. */
  readonly load: number;
  /** Accounts of the small and of the large database. */
  readonly accounts: readonly [small: number, large: number];
  /** Empty where they were not measured. */
  readonly operations: readonly ComparedOperation[];
  /** Null where it was not measured. */
  readonly fleet: FleetResult | null;
}

/** The figures of gateways, deletions, mail and purchases among many accounts. */
export interface FleetResult {
  readonly machine: string;
  readonly measuredAt: string;
  /** Load average of the last minute before the measurement. */
  readonly load: number;
  readonly accounts: number;
  readonly cases: readonly CaseResult[];
}

const kinds = { endpoint: 'endpoints', journey: 'journeys', page: 'console pages', task: 'tasks' } as const;

/** Returns the tables of `bench/README.md`: the number of operations within the bound by kind, those beyond it, and the cases of the fleet. */
export function scaleTable(result: ScaleResult): string {
  const { operations, fleet } = result;
  return [
    ...(operations.length === 0 ? [] : operationTables(result)),
    ...(fleet === null ? [] : fleetTable(fleet)),
  ].join('\n\n');
}

const count = (accounts: number): string => accounts.toLocaleString('en');

function fleetTable({ machine, measuredAt, load, accounts, cases }: FleetResult): readonly string[] {
  return [
    `Gateways, deletions, mail and purchases among ${count(accounts)} accounts, ${measuredAt.slice(0, 10)}, ${machine}, load ${load}:`,
    tableOf([{ name: 'scale', metric: '', unit: '', better: 'lower', machine, measuredAt, cases }]),
  ];
}

function operationTables(result: ScaleResult): readonly string[] {
  const {
    accounts: [small, large],
    machine,
    measuredAt,
    load,
    operations,
  } = result;
  const summary = Object.entries(kinds).map(([kind, name]) => {
    const all = operations.filter((operation) => operation.kind === kind);
    const isWithin = (of: keyof ComparedOperation['ratio']): string =>
      `${all.filter(({ ratio }) => ratio[of] <= bound).length} of ${all.length}`;
    return [name, isWithin('blocks'), isWithin('postgresCpu'), isWithin('apiCpu')];
  });
  const beyond = operations
    .filter(({ holds }) => !holds)
    .map(({ kind, name, outcomes: [before, after], small: one, large: other, ratio }) => [
      `${kind} ${name.replaceAll('|', '\\|')}${before === after ? '' : `: ${before} → ${after}`}`,
      `${one.blocks} → ${other.blocks} (${ratio.blocks})`,
      `${one.postgresCpuMs} → ${other.postgresCpuMs} ms (${ratio.postgresCpu})`,
      `${one.apiCpuMs} → ${other.apiCpuMs} ms (${ratio.apiCpu})`,
    ]);
  const head = `${count(small)} and ${count(large)} accounts, ${measuredAt.slice(0, 10)}, ${machine}, load ${load}.`;
  return [
    `${head} Operations with a ratio of at most ${bound}:`,
    table(['operations', 'blocks', 'CPU of PostgreSQL', 'CPU of the API'], summary),
    ...(beyond.length === 0
      ? []
      : [
          'Operations beyond it, for each call (a task with due rows: for each row), with the ratio:',
          table(['operation', 'blocks', 'CPU of PostgreSQL', 'CPU of the API'], beyond),
        ]),
  ];
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
