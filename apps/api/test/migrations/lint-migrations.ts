import { loadModule, type Node, parseSync } from 'libpg-query';
import { checkAlterTable, type NotNullChecks } from './alter-table-rules.ts';
import { type Finding, unsafe } from './finding.ts';
import { checkFirstPartitions, dropsCheckOfBounds, firstPartitionsIn } from './partition-rules.ts';
import { checkStatement, droppedIndexes, writesExistingRows } from './statement-rules.ts';
import { as, nameOf } from './syntax-tree.ts';

export interface LintedMigration {
  readonly name: string;
  /** Its SQL, in order. */
  readonly statements: readonly string[];
  /** The last migration of the release since which no code uses what this migration removes; undefined where it removes nothing. */
  readonly contracts?: string | undefined;
  readonly runsInTransaction?: boolean | undefined;
}

/** The names of all migrations, and the last migration of the oldest release that must run on this schema. */
export interface ReleaseHistory {
  readonly names: readonly string[];
  readonly runsFrom: string;
}

/**
 * Returns a sentence for each rule that a migration breaks, beginning with its name. Migrations are in order: a NOT NULL is allowed after
 * the validation of a check in an earlier one.
 */
export async function lintMigrations(
  migrations: readonly LintedMigration[],
  history: ReleaseHistory,
): Promise<readonly string[]> {
  await loadModule();
  const checks: NotNullChecks = { columns: new Map(), validated: new Set() };
  return migrations.flatMap((migration) => {
    const findings = findingsOf(migration, checks);
    const faults = [
      ...findings.filter(({ kind }) => kind === 'unsafe').map(({ sentence }) => sentence),
      ...contractionFaults(migration, findings, history),
    ];
    return faults.map((sentence) => `${migration.name}: ${sentence}`);
  });
}

/** A contraction needs the mark; the mark needs a contraction, and names a release that every running replica has reached. */
function contractionFaults(
  { contracts, name }: LintedMigration,
  findings: readonly Finding[],
  { names, runsFrom }: ReleaseHistory,
): readonly string[] {
  const contractions = findings.filter(({ kind }) => kind === 'contraction');
  if (contracts === undefined)
    return contractions.map(
      ({ sentence }) =>
        `${sentence}, which code of the earlier release still uses: stop using it in one release, and in the next one export "contracts" with that release's last migration`,
    );
  if (contractions.length === 0) return [`it removes nothing: delete "contracts = '${contracts}'"`];
  if (!names.includes(contracts) || contracts >= name)
    return [`"contracts" names ${contracts}, which is no migration before this one`];
  if (contracts > runsFrom)
    return [
      `"contracts" names ${contracts}, and releases from ${runsFrom} must run on this schema: it must name ${runsFrom} or an earlier release`,
    ];
  return [];
}

function findingsOf(migration: LintedMigration, checks: NotNullChecks): readonly Finding[] {
  const { statements, runsInTransaction = true } = migration;
  const nodes: Node[] = [];
  for (const text of statements) {
    try {
      nodes.push(...(parseSync(text).stmts ?? []).flatMap(({ stmt }) => stmt ?? []));
    } catch (error) {
      return [
        unsafe(`PostgreSQL cannot parse it: ${error instanceof Error ? error.message : String(error)}`),
      ];
    }
  }
  const created = new Set(nodes.flatMap(createdTables));
  const builtConcurrently = new Set(nodes.flatMap((node) => as('IndexStmt', node)?.idxname ?? []));
  const droppedBefore = new Set<string>();
  const firstPartitions = firstPartitionsIn(nodes);
  const findings = nodes.flatMap((node) => {
    const table = as('AlterTableStmt', node);
    const found =
      table === null
        ? checkStatement(node, { created, runsInTransaction, builtConcurrently, droppedBefore })
        : created.has(nameOf(table.relation)) || dropsCheckOfBounds(table, firstPartitions, checks.validated)
          ? []
          : checkAlterTable(table, checks);
    for (const name of droppedIndexes(node)) droppedBefore.add(name);
    return found;
  });
  findings.push(...checkFirstPartitions(nodes, firstPartitions, checks.validated));
  return [...findings, ...(runsInTransaction ? checkLocks(nodes, created) : checkRepeatable(nodes))];
}

function createdTables(node: Node): readonly string[] {
  const table = as('CreateStmt', node);
  const filled = as('CreateTableAsStmt', node);
  if (table !== null && table.if_not_exists !== true) return [nameOf(table.relation)];
  return filled !== null && filled.if_not_exists !== true ? [nameOf(filled.into?.rel)] : [];
}

/** A transaction holds the lock of a changed table until its end: neither rows are written nor constraints validated meanwhile. */
function checkLocks(nodes: readonly Node[], created: ReadonlySet<string>): readonly Finding[] {
  const changes = nodes
    .flatMap((node) => as('AlterTableStmt', node) ?? [])
    .filter(({ relation }) => !created.has(nameOf(relation)));
  const [changed] = changes;
  if (changed === undefined) return [];
  const findings: Finding[] = [];
  if (nodes.some((node) => writesExistingRows(node, created)))
    findings.push(
      unsafe(
        `it holds the lock of ${nameOf(changed.relation)} while it writes rows: write them in a migration of their own`,
      ),
    );
  const commands = changes.flatMap(({ cmds = [] }) =>
    cmds.flatMap((node) => as('AlterTableCmd', node) ?? []),
  );
  const validations = commands.filter(({ subtype }) => subtype === 'AT_ValidateConstraint');
  if (validations.length > 0 && validations.length < commands.length)
    findings.push(
      unsafe(
        'VALIDATE CONSTRAINT scans the table, which another ALTER TABLE has locked: validate in the next migration',
      ),
    );
  return findings;
}

/** Without a transaction, what was done before a failure remains and is done again. */
function checkRepeatable(nodes: readonly Node[]): readonly Finding[] {
  const isRepeatable = (node: Node) =>
    as('IndexStmt', node)?.concurrent === true ||
    as('DropStmt', node)?.concurrent === true ||
    ['UpdateStmt', 'DeleteStmt', 'InsertStmt', 'SelectStmt'].includes(Object.keys(node)[0] ?? '');
  return nodes
    .filter((node) => !isRepeatable(node))
    .map((node) =>
      unsafe(
        `${Object.keys(node)[0] ?? ''} needs a transaction: a failure after it would leave half of the migration applied`,
      ),
    );
}
