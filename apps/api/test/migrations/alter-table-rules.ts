import type { AlterTableCmd, AlterTableStmt, ColumnDef, Constraint, Node } from 'libpg-query';
import { contraction, type Finding, unsafe } from './finding.ts';
import { allOf, as, nameOf, partsOf } from './syntax-tree.ts';

/** Constraints `check (column is not null)` of earlier statements, by table and name; also those that are not validated yet. */
export interface NotNullChecks {
  readonly columns: Map<string, string>;
  readonly validated: Set<string>;
}

/** Subcommands that change no row, need no scan, and leave the table usable by code that does not expect them. */
const HARMLESS: ReadonlySet<string> = new Set([
  'AT_DropNotNull',
  'AT_EnableTrig',
  'AT_ReplicaIdentity',
  'AT_ResetRelOptions',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_SetStorage',
]);

/** Evaluated once for all existing rows. Other functions may be volatile: PostgreSQL then rewrites the table. */
const STABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  'now',
  'transaction_timestamp',
  'statement_timestamp',
]);
const SERIAL = /^(small|big)?serial[248]?$/;

/** Checks an `alter table` of a table with rows. */
export function checkAlterTable(statement: AlterTableStmt, checks: NotNullChecks): readonly Finding[] {
  const table = nameOf(statement.relation);
  const commands = (statement.cmds ?? []).flatMap((node) => as('AlterTableCmd', node) ?? []);
  return commands.flatMap((command) => checkCommand(table, command, commands, checks));
}

function checkCommand(
  table: string,
  command: AlterTableCmd,
  all: readonly AlterTableCmd[],
  checks: NotNullChecks,
): readonly Finding[] {
  const { subtype = '', name = '', def } = command;
  const column = `${table}.${name}`;
  switch (subtype) {
    case 'AT_AddColumn':
      return checkColumn(table, as('ColumnDef', def));
    case 'AT_AddConstraint':
      return checkConstraint(table, as('Constraint', def), checks);
    case 'AT_ValidateConstraint':
      checks.validated.add(column);
      return [];
    case 'AT_SetNotNull':
      return hasValidatedCheck(column, checks)
        ? []
        : [
            unsafe(
              `SET NOT NULL scans ${table} under a lock, and fails on rows of an earlier release: first add "check (${name} is not null) not valid", and validate it in the next migration`,
            ),
          ];
    case 'AT_DropColumn':
      return [contraction(`drops the column ${column}`)];
    case 'AT_DropConstraint':
      return isReplaced(table, name, all, checks)
        ? []
        : [
            contraction(
              `drops the constraint ${name} of ${table} without replacing it in the same statement by a check of this name`,
            ),
          ];
    case 'AT_ColumnDefault':
      return def === undefined ? [contraction(`drops the default of ${column}`)] : [];
    case 'AT_AlterColumnType':
      return [
        unsafe(
          `the new type of ${column} rewrites the table and breaks prepared statements: add another column, copy the values in batches, and drop this one in a later release`,
        ),
      ];
    default:
      return HARMLESS.has(subtype)
        ? []
        : [unsafe(`no rule allows ${subtype} on ${table}, a table with rows`)];
  }
}

function checkColumn(table: string, column: ColumnDef | null): readonly Finding[] {
  if (column === null) return [];
  const name = `${table}.${column.colname ?? ''}`;
  const constraints = (column.constraints ?? []).flatMap((node) => as('Constraint', node) ?? []);
  const has = (...types: readonly string[]) =>
    constraints.some(({ contype = '' }) => types.includes(contype));
  const initial = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  const findings: Finding[] = [];
  if (has('CONSTR_NOTNULL') && (initial === undefined || isNull(initial)))
    findings.push(
      unsafe(`the new column ${name} is NOT NULL without a default: inserts of the earlier release fail`),
    );
  if (has('CONSTR_IDENTITY', 'CONSTR_GENERATED') || isSerial(column) || isVolatile(initial))
    findings.push(
      unsafe(`the values of the new column ${name} are computed for each row, which rewrites the table`),
    );
  if (has('CONSTR_CHECK', 'CONSTR_FOREIGN', 'CONSTR_UNIQUE', 'CONSTR_PRIMARY'))
    findings.push(
      unsafe(
        `the constraint of the new column ${name} scans the table under a lock: use ADD CONSTRAINT … NOT VALID, or a unique index built concurrently`,
      ),
    );
  return findings;
}

const isSerial = ({ typeName }: ColumnDef): boolean => SERIAL.test(partsOf(typeName?.names).at(-1) ?? '');

const isNull = (expression: Node): boolean => as('A_Const', expression)?.isnull === true;

const isVolatile = (expression: Node | undefined): boolean =>
  allOf('FuncCall', expression).some(({ funcname }) => !STABLE_FUNCTIONS.has(partsOf(funcname).at(-1) ?? ''));

function checkConstraint(
  table: string,
  constraint: Constraint | null,
  checks: NotNullChecks,
): readonly Finding[] {
  if (constraint === null) return [];
  const {
    contype = '',
    conname = '',
    skip_validation: isNotValid,
    indexname,
    raw_expr: expression,
  } = constraint;
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN': {
      const findings =
        isNotValid === true
          ? []
          : [unsafe(`ADD CONSTRAINT ${conname} scans ${table} under a lock: add NOT VALID`)];
      const required = requiredColumn(expression);
      if (required === null) return findings;
      checks.columns.set(`${table}.${conname}`, `${table}.${required}`);
      return [...findings, contraction(`requires a value in ${table}.${required}`)];
    }
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return indexname === undefined
        ? [
            unsafe(
              `ADD CONSTRAINT ${conname} builds an index of ${table} under a lock: build it with CREATE UNIQUE INDEX CONCURRENTLY, then add the constraint USING INDEX`,
            ),
          ]
        : [];
    default:
      return [unsafe(`no rule allows ADD CONSTRAINT ${conname} (${contype}) on ${table}, a table with rows`)];
  }
}

/** Returns the column of `check (column is not null)`, else null. */
function requiredColumn(expression: Node | undefined): string | null {
  const test = as('NullTest', expression);
  if (test?.nulltesttype !== 'IS_NOT_NULL') return null;
  return partsOf(as('ColumnRef', test.arg)?.fields).at(-1) ?? null;
}

function hasValidatedCheck(column: string, { columns, validated }: NotNullChecks): boolean {
  return [...columns].some(([name, of]) => of === column && validated.has(name));
}

/** Whether the statement replaces a dropped constraint: by a check of the same name, or a check for null by NOT NULL. */
function isReplaced(
  table: string,
  name: string,
  all: readonly AlterTableCmd[],
  checks: NotNullChecks,
): boolean {
  const required = checks.columns.get(`${table}.${name}`);
  return all.some((command) => {
    if (command.subtype === 'AT_SetNotNull') return `${table}.${command.name ?? ''}` === required;
    const added = command.subtype === 'AT_AddConstraint' ? as('Constraint', command.def) : null;
    return added?.contype === 'CONSTR_CHECK' && added.conname === name;
  });
}
