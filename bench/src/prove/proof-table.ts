import { figureText, holds } from '../faults/fault-table.ts';
import type { Figure } from './proof.ts';

/** The figures of one proof. */
export interface ProofRow {
  readonly proof: string;
  readonly title: string;
  /** The guest's kernel, such as `6.1.0-57-amd64`, and how its processor runs. */
  readonly machine: string;
  readonly measuredAt: string;
  readonly figures: readonly Figure[];
  readonly passed: boolean;
  /** Why the proof broke off; absent if it did not. */
  readonly error?: string;
}

/** Returns whether a proof holds: every figure within its bound, and a control that saw something. */
export function passes(figures: readonly Figure[]): boolean {
  const hasControl = figures.some(({ what, measured }) => what.startsWith('control: ') && measured > 0);
  return hasControl && holds(figures);
}

/** Returns the table of `bench/README.md`: one row for each proof. */
export function proofTable(rows: readonly ProofRow[]): string {
  const header = ['proof', 'figures (bound)', 'passed'];
  const lines = rows.map(({ title, figures, passed, error }) => [
    title,
    [...figures.map(figureText), ...(error === undefined ? [] : [`**${error}**`])].join('; '),
    passed ? 'yes' : 'no',
  ]);
  return [header, header.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the rows with another in its place of `order`. */
export function withRow(
  rows: readonly ProofRow[],
  row: ProofRow,
  order: readonly string[],
): readonly ProofRow[] {
  return [...rows.filter(({ proof }) => proof !== row.proof), row].toSorted(
    (one, other) => order.indexOf(one.proof) - order.indexOf(other.proof),
  );
}
