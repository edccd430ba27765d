import pg from 'pg';

/** One execution of a statement: of the API, or of a trigger of a foreign key within one. */
export interface RecordedPlan {
  /** SQL without the values of its parameters; a list of parameters, or of rows of them, of any length is the same statement. */
  readonly statement: string;
  /** Pages of tables and indexes that were read, from memory or from disk. */
  readonly pages: number;
  /** Most rows that one step read and then discarded by a condition that no index serves. */
  readonly discarded: number;
  readonly rows: number;
  /** Rows that were inserted, updated or deleted. */
  readonly changed: number;
}

interface PlanNode {
  readonly 'Node Type'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

const settings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  // Statements of foreign keys are nested in the statement that deletes the referenced row.
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_level': 'notice',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // Tables of this size are read whole although an index serves the statement; without an index they still are.
  enable_seqscan: 'off',
};

/**
 * Makes PostgreSQL's module auto_explain send the plan of each execution to the client that runs it. Closes all connections to the
 * database, so that it applies to the next ones. Needs a superuser.
 */
export async function explainStatements(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const [setting, value] of Object.entries(settings))
    await client.query(`alter database ${rows[0]?.name ?? ''} set ${setting} = '${value}'`);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
}

/** Collects the plans that this process receives on connections opened after this call, until `stop`. */
export function recordPlans(): { readonly plans: RecordedPlan[]; stop(): void } {
  const plans: RecordedPlan[] = [];
  // Pools and pipelines open their connections by themselves.
  const { connect } = pg.Client.prototype;
  pg.Client.prototype.connect = function (this: pg.Client, ...rest: Parameters<typeof connect>) {
    this.on('notice', ({ message }) => {
      const json = /plan:\n(\{.*\})$/s.exec(message ?? '')?.[1];
      if (json !== undefined) plans.push(planIn(json));
    });
    return connect.apply(this, rest);
  } as typeof connect;
  return { plans, stop: () => void (pg.Client.prototype.connect = connect) };
}

function planIn(json: string): RecordedPlan {
  const { 'Query Text': text, Plan: top } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
  return {
    statement: text
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\$\d+(?:, \$\d+)+/g, '$…')
      .replaceAll(/\$\d+/g, '$')
      .replaceAll(/\(\$…\)(?:, \(\$…\))+/g, '($…), …')
      .trim(),
    pages: (top['Shared Hit Blocks'] ?? 0) + (top['Shared Read Blocks'] ?? 0),
    discarded: Math.max(...nodesOf(top).map(discardedBy)),
    rows: top['Actual Rows'] ?? 0,
    changed: Math.max(0, ...nodesOf(top).map(changedBy)),
  };
}

/** A node that changes rows returns none without RETURNING: it changes those of the node below it. */
const changedBy = ({ 'Node Type': type, Plans: [source] = [] }: PlanNode): number =>
  type === 'ModifyTable' ? (source?.['Actual Rows'] ?? 0) * (source?.['Actual Loops'] ?? 1) : 0;

/** The numbers of a plan are those of one loop. */
const discardedBy = (node: PlanNode): number =>
  ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0)) *
  (node['Actual Loops'] ?? 1);

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** A statement whose cost grows with the amount of data: the most that one execution of it read beyond the work for its rows in each data set. */
export interface GrowingStatement {
  readonly statement: string;
  readonly pages: Growth;
  readonly discarded: Growth;
}

interface Growth {
  readonly small: number;
  readonly large: number;
}

/**
 * Growth that is no fault: of a file that was just extended, some descents of an index for each returned row, those of all indexes of a table
 * for each changed row, the longest bounded list, and a few rows with which each returned row was compared.
 */
const ignored = { pages: 64, pagesOfRow: 10, pagesOfChange: 50, discarded: 1000, discardedOfRow: 5 };

/** What one execution read beyond the work for its rows. */
const excessOf: Readonly<Record<'pages' | 'discarded', (plan: RecordedPlan) => number>> = {
  pages: ({ pages, rows, changed }) => pages - ignored.pagesOfRow * rows - ignored.pagesOfChange * changed,
  discarded: ({ discarded, rows }) => discarded - ignored.discardedOfRow * rows,
};

const grows = ({ small, large }: Growth, ignoredGrowth: number): boolean =>
  large > 2 * small && large > small + ignoredGrowth;

/**
 * Returns the statements that read more than twice as many pages in the larger of two data sets, or discard more than twice as many rows,
 * beyond the work for the rows that they return or change; most pages first.
 */
export function growingStatements(
  small: readonly RecordedPlan[],
  large: readonly RecordedPlan[],
): readonly GrowingStatement[] {
  const before = Map.groupBy(small, ({ statement }) => statement);
  return [...Map.groupBy(large, ({ statement }) => statement)]
    .map(([statement, plans]) => {
      const growth = (of: 'pages' | 'discarded'): Growth => ({
        small: maxOf(before.get(statement) ?? [], excessOf[of]),
        large: maxOf(plans, excessOf[of]),
      });
      return { statement, pages: growth('pages'), discarded: growth('discarded') };
    })
    .filter(({ pages, discarded }) => grows(pages, ignored.pages) || grows(discarded, ignored.discarded))
    .toSorted((one, other) => other.pages.large - one.pages.large);
}

const maxOf = (plans: readonly RecordedPlan[], of: (plan: RecordedPlan) => number): number =>
  Math.max(0, ...plans.map(of));
