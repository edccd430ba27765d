import type { OperationFigures, StatementFigures } from '@comet/testing/meter';

/** The largest ratio, large database to small, that an operation may have. */
export const bound = 2;

/**
 * Below these amounts, a figure counts as the amount. Blocks of a descent of a B-tree of three levels and its row, for each statement and
 * each row that it returns or changes: in small databases a scan of a table of a few pages takes its place. CPU time for each call: the
 * noise on a busy machine.
 */
const floors = { blocksOfDescent: 4, postgresCpuMs: 2, apiCpuMs: 5 } as const;

/** Figures of one call; of a task with due rows, or one that has to read rows, of one row. */
interface Cost {
  readonly blocks: number;
  readonly postgresCpuMs: number;
  readonly apiCpuMs: number;
}

/** A statement whose blocks for each call or row grow beyond the bound. */
interface GrowingStatement {
  readonly text: string;
  readonly small: number;
  readonly large: number;
}

/** One operation on both databases. */
export interface ComparedOperation {
  readonly kind: OperationFigures['kind'];
  readonly name: string;
  /** On both databases. Where they differ, the costs are those of other work. */
  readonly outcomes: readonly [small: string, large: string];
  readonly small: Cost;
  readonly large: Cost;
  readonly ratio: { readonly blocks: number; readonly postgresCpu: number; readonly apiCpu: number };
  readonly holds: boolean;
  readonly growing: readonly GrowingStatement[];
}

/** Compares the operations of two databases in pairs. Throws for an operation that only one of them has. */
export function compare(
  small: readonly OperationFigures[],
  large: readonly OperationFigures[],
): readonly ComparedOperation[] {
  const smallByName = new Map(small.map((figures) => [keyOf(figures), figures]));
  if (small.length !== large.length)
    throw new Error(`The small database has ${small.length} operations, the large one ${large.length}`);
  return large.map((figures) => {
    const other = smallByName.get(keyOf(figures));
    if (other === undefined) throw new Error(`The small database has no ${keyOf(figures)}`);
    return compareOne(other, figures);
  });
}

const keyOf = ({ kind, name }: OperationFigures): string => `${kind} ${name}`;

function compareOne(small: OperationFigures, large: OperationFigures): ComparedOperation {
  const [one, other] = [costOf(small), costOf(large)];
  const descents = large.statements.reduce((sum, { calls, rows }) => sum + Math.max(calls, rows), 0);
  const ratioOf = (of: keyof Cost, floor: number): number =>
    round(Math.max(other[of], floor, 1) / Math.max(one[of], floor, 1));
  const ratio = {
    blocks: ratioOf('blocks', (floors.blocksOfDescent * descents) / unitsOf(large)),
    postgresCpu: ratioOf('postgresCpuMs', floors.postgresCpuMs),
    apiCpu: ratioOf('apiCpuMs', floors.apiCpuMs),
  };
  const outcomes = [outcomeOf(small), outcomeOf(large)] as const;
  const isSame = outcomes[0] === outcomes[1];
  const holds = isSame && Math.max(ratio.blocks, ratio.postgresCpu, ratio.apiCpu) <= bound;
  return {
    ...{ kind: large.kind, name: large.name, outcomes },
    ...{ small: one, large: other, ratio, holds },
    growing: growingStatements(small.statements, large.statements),
  };
}

const outcomeOf = ({ outcomes }: OperationFigures): string => [...new Set(outcomes)].join(', ');

/** The rows that a task has to read, or those of a task that had some to process; otherwise the calls. */
function unitsOf({ kind, name, calls, rows, examined }: OperationFigures): number {
  if (examined !== undefined) return Math.max(1, examined) * calls;
  return kind === 'task' && name.endsWith('rows are due') ? Math.max(calls, rows) : calls;
}

function costOf(figures: OperationFigures): Cost {
  const units = unitsOf(figures);
  return {
    blocks: round(figures.blocks / units),
    postgresCpuMs: round(figures.postgresCpuMs / units),
    apiCpuMs: round(figures.apiCpuMs / units),
  };
}

/** Statements are compared by call or row, the costliest first; one that only the large database has is compared with the floor. */
function growingStatements(
  small: readonly StatementFigures[],
  large: readonly StatementFigures[],
): readonly GrowingStatement[] {
  const costs = new Map(small.map(({ text, blocks, calls, rows }) => [text, blocks / Math.max(calls, rows)]));
  return large
    .map(({ text, blocks, calls, rows }) => ({
      text,
      small: round(costs.get(text) ?? floors.blocksOfDescent),
      large: round(blocks / Math.max(calls, rows)),
    }))
    .filter((one) => one.large > bound * Math.max(one.small, floors.blocksOfDescent))
    .toSorted((one, other) => other.large - one.large);
}

function round(figure: number): number {
  return Number(figure.toPrecision(3));
}
