import { type FaultFigure, isWithin } from './fault.ts';

/** The figures of one fault. */
export interface FaultRow {
  readonly fault: string;
  readonly title: string;
  readonly machine: string;
  readonly measuredAt: string;
  /** Load average of the last minute before the measurement: other work on the machine. */
  readonly load: number;
  readonly figures: readonly FaultFigure[];
  readonly holds: boolean;
}

/** Returns whether every figure is within its bound. */
export function holds(figures: readonly FaultFigure[]): boolean {
  return figures.every((figure) => isWithin(figure) !== false);
}

/** Returns the table of `bench/README.md`: one row for each fault. */
export function faultTable(rows: readonly FaultRow[]): string {
  const header = ['fault', 'figures (bound)', 'load', 'holds'];
  const lines = rows.map(({ title, figures, load, holds: isHeld }) => [
    title,
    figures.map(figureText).join('; '),
    load.toFixed(1),
    isHeld ? 'yes' : 'no',
  ]);
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns a figure with its bound in one line. */
export function figureText(figure: FaultFigure): string {
  const { what, measured, unit, bound } = figure;
  const value = unit === '' ? String(measured) : `${measured} ${unit}`;
  if (bound === undefined) return `${what}: ${value}`;
  const limit = limitText(bound);
  const missed = isWithin(figure) === false ? ', **missed**' : '';
  return `${what}: ${value} (${limit}${missed})`;
}

function limitText(bound: NonNullable<FaultFigure['bound']>): string {
  if ('atMost' in bound) return `≤ ${bound.atMost}`;
  return 'atLeast' in bound ? `≥ ${bound.atLeast}` : String(bound.exactly);
}
