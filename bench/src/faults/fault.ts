import type { Cluster } from '@comet/stack';
import type { Services } from '../services.ts';

/** A figure of a fault, with its bound if it has one. */
export interface FaultFigure {
  readonly what: string;
  readonly measured: number;
  /** Empty for a count. */
  readonly unit: string;
  readonly bound?: { readonly atMost: number } | { readonly atLeast: number } | { readonly exactly: number };
  /** Depends on the speed of the machine: a reduced case does not check it. */
  readonly isTime?: boolean;
}

/** What a fault is measured on. */
export interface FaultRun extends Services {
  readonly log: (line: string) => void;
  /** Requested length of the soak; null for its default. */
  readonly minutes: number | null;
  /** Accounts of a filled database. */
  readonly accounts: number;
  /** Returns the cluster of this run, complete, and started at the first call. */
  cluster(): Promise<Cluster>;
}

/** A fault of docs/operations.md, and what holds while it lasts and afterwards. */
export interface Fault {
  readonly name: string;
  /** The row of the table. */
  readonly title: string;
  readonly needsCluster: boolean;
  /** Whether it is measured with a signed-in client in a lab. */
  readonly needsLab?: boolean;
  measure(run: FaultRun): Promise<readonly FaultFigure[]>;
  /** A case of a few seconds without a cluster; null if there is none. */
  readonly reduced: ((run: Services) => Promise<readonly FaultFigure[]>) | null;
}

/** Returns whether a figure is within its bound; null without one. */
export function isWithin({ measured, bound }: FaultFigure): boolean | null {
  if (bound === undefined) return null;
  if ('atMost' in bound) return measured <= bound.atMost;
  return 'atLeast' in bound ? measured >= bound.atLeast : measured === bound.exactly;
}

/** A count that must be `exactly`. */
export function count(what: string, measured: number, exactly?: number): FaultFigure {
  return { what, measured, unit: '', ...(exactly === undefined ? {} : { bound: { exactly } }) };
}

/** A time in seconds, with a limit if it has one. */
export function seconds(what: string, ms: number, atMost?: number): FaultFigure {
  const measured = Number((ms / 1000).toPrecision(3));
  return { what, measured, unit: 's', isTime: true, ...(atMost === undefined ? {} : { bound: { atMost } }) };
}
