import type { DropStmt, IndexStmt, Node } from 'libpg-query';
import { contraction, type Finding, unsafe } from './finding.ts';
import { allOf, as, nameOf, partsOf } from './syntax-tree.ts';

/** Statements that change nothing of an existing table. */
const HARMLESS: ReadonlySet<string> = new Set([
  'AlterSeqStmt',
  'CommentStmt',
  'CompositeTypeStmt',
  'CreateDomainStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'CreateStatsStmt',
  'CreateStmt',
  'CreateTableAsStmt',
  // Locks the table against writes for an instant only; `migrate` limits the wait for the lock.
  'CreateTrigStmt',
  'InsertStmt',
  'SelectStmt',
  'ViewStmt',
]);

/** Settings that `migrate` sets for every migration. */
const TIMEOUTS: ReadonlySet<string> = new Set(['lock_timeout', 'statement_timeout']);

/** What is known about the migration of a statement. `created`: its tables, which have no rows and no users yet. */
export interface MigrationContext {
  readonly created: ReadonlySet<string>;
  readonly runsInTransaction: boolean;
  /** Indexes that the migration builds concurrently. */
  readonly builtConcurrently: ReadonlySet<string>;
  /** Indexes that it has dropped before this statement. */
  readonly droppedBefore: ReadonlySet<string>;
}

/** Checks a statement other than `alter table`. */
export function checkStatement(statement: Node, context: MigrationContext): readonly Finding[] {
  return [...checkDefinition(statement, context), ...checkWrites(statement, context)];
}

function checkDefinition(statement: Node, context: MigrationContext): readonly Finding[] {
  const [kind = ''] = Object.keys(statement);
  const index = as('IndexStmt', statement);
  if (index !== null) return checkIndex(index, context);
  const drop = as('DropStmt', statement);
  if (drop !== null) return checkDrop(drop, context);
  const rename = as('RenameStmt', statement);
  if (rename !== null)
    return context.created.has(nameOf(rename.relation))
      ? []
      : [
          contraction(
            `renames ${[nameOf(rename.relation), rename.subname].filter(Boolean).join('.')} to ${rename.newname ?? ''}`,
          ),
        ];
  const truncate = as('TruncateStmt', statement);
  if (truncate !== null) return [contraction('TRUNCATE deletes the rows of an earlier release')];
  const enumeration = as('AlterEnumStmt', statement);
  if (enumeration !== null)
    return enumeration.oldVal === undefined
      ? []
      : [contraction(`renames the value ${enumeration.oldVal} of a type`)];
  const setting = as('VariableSetStmt', statement);
  if (setting !== null) return checkSetting(setting.name ?? '', setting.is_local === true);
  if (as('LockStmt', statement) !== null) return [unsafe('LOCK TABLE blocks the running replicas')];
  if (as('DoStmt', statement) !== null)
    return [unsafe('the linter cannot read a DO block: send its statements one by one')];
  if (['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(kind) || HARMLESS.has(kind)) return [];
  return [unsafe(`no rule allows ${kind}`)];
}

function checkSetting(name: string, isLocal: boolean): readonly Finding[] {
  if (TIMEOUTS.has(name)) return [unsafe(`${name} is set by the command migrate`)];
  return isLocal ? [] : [unsafe(`SET ${name} outlives the migration: use SET LOCAL`)];
}

function checkIndex(index: IndexStmt, context: MigrationContext): readonly Finding[] {
  const { idxname: name = '', relation, concurrent = false } = index;
  const table = nameOf(relation);
  if (context.created.has(table)) return [];
  if (!concurrent)
    return [
      unsafe(
        `CREATE INDEX ${name} blocks writes to ${table} until it is built: use CONCURRENTLY, in a migration of its own with "runsInTransaction = false"`,
      ),
    ];
  if (context.runsInTransaction)
    return [unsafe(`CREATE INDEX CONCURRENTLY ${name} needs "runsInTransaction = false"`)];
  return context.droppedBefore.has(name)
    ? []
    : [
        unsafe(
          `an interrupted CREATE INDEX CONCURRENTLY leaves an invalid index: send "drop index concurrently if exists ${name}" before it`,
        ),
      ];
}

/** The name of a dropped object without its schema `public`. */
const droppedName = (object: Node): string =>
  partsOf(as('List', object)?.items ?? [object])
    .filter((part) => part !== 'public')
    .join('.');

export const droppedIndexes = (statement: Node): readonly string[] => {
  const drop = as('DropStmt', statement);
  return drop?.removeType === 'OBJECT_INDEX' && drop.missing_ok === true
    ? (drop.objects ?? []).map(droppedName)
    : [];
};

function checkDrop(
  { removeType, objects = [], concurrent = false }: DropStmt,
  context: MigrationContext,
): readonly Finding[] {
  const names = objects.map(droppedName);
  const kind = (removeType ?? '').replace('OBJECT_', '').toLowerCase().replaceAll('_', ' ');
  if (removeType === 'OBJECT_TABLE' && names.every((name) => context.created.has(name))) return [];
  if (removeType !== 'OBJECT_INDEX') return [contraction(`drops the ${kind} ${names.join(', ')}`)];
  const findings = names
    .filter((name) => !context.builtConcurrently.has(name))
    .map((name) => contraction(`drops the index ${name}`));
  return concurrent ? findings : [...findings, unsafe('DROP INDEX blocks its table: use CONCURRENTLY')];
}

/** Rows are written without holding the lock of a changed table, and a whole table never in one statement. */
function checkWrites(statement: Node, { created }: MigrationContext): readonly Finding[] {
  return [...allOf('UpdateStmt', statement), ...allOf('DeleteStmt', statement)]
    .filter(({ relation, whereClause }) => whereClause === undefined && !created.has(nameOf(relation)))
    .map(({ relation }) => unsafe(`writes every row of ${nameOf(relation)} in one statement: write batches`));
}

/** Whether a statement writes rows that it computes from a table. */
export function writesExistingRows(statement: Node, created: ReadonlySet<string>): boolean {
  const changes = [
    ...allOf('UpdateStmt', statement),
    ...allOf('DeleteStmt', statement),
    ...allOf('MergeStmt', statement),
  ];
  return changes.some(({ relation }) => !created.has(nameOf(relation)));
}
