import type { AlterTableCmd, AlterTableStmt, Node } from 'libpg-query';
import { contraction, type Finding, unsafe } from './finding.ts';
import { as, nameOf } from './syntax-tree.ts';

/** Tables that become the first partition of a table of their former name, by their new name. */
export type FirstPartitions = ReadonlyMap<string, string>;

const commandsOf = (node: Node): readonly { readonly table: string; readonly command: AlterTableCmd }[] => {
  const statement = as('AlterTableStmt', node);
  return (statement?.cmds ?? []).flatMap((one) => {
    const command = as('AlterTableCmd', one);
    return command === null ? [] : [{ table: nameOf(statement?.relation), command }];
  });
};

/**
 * Returns the tables that a migration renames and attaches to a partitioned table of the former name: code of an earlier release finds the
 * same rows under the same name.
 */
export function firstPartitionsIn(nodes: readonly Node[]): FirstPartitions {
  const found = new Map<string, string>();
  nodes.forEach((node, index) => {
    const rename = as('RenameStmt', node);
    if (rename?.renameType !== 'OBJECT_TABLE') return;
    const [table, renamed] = [nameOf(rename.relation), rename.newname ?? ''];
    const later = nodes.slice(index + 1);
    const isPartitioned = later.some((one) => {
      const created = as('CreateStmt', one);
      return nameOf(created?.relation) === table && created?.partspec !== undefined;
    });
    if (isPartitioned && later.some((one) => attachedTo(one, table).includes(renamed)))
      found.set(renamed, table);
  });
  return found;
}

const attachedTo = (node: Node, table: string): readonly string[] =>
  commandsOf(node)
    .filter((one) => one.table === table && one.command.subtype === 'AT_AttachPartition')
    .map(({ command }) => nameOf(as('PartitionCmd', command.def)?.name));

/**
 * Checks what a migration does to tables that exist under another name afterwards: `validated` has the validated constraints of earlier
 * migrations as `table.name`.
 */
export function checkFirstPartitions(
  nodes: readonly Node[],
  firstPartitions: FirstPartitions,
  validated: ReadonlySet<string>,
): readonly Finding[] {
  const scanned = [...firstPartitions]
    .filter(([, table]) => ![...validated].some((name) => name.startsWith(`${table}.`)))
    .map(([renamed, table]) =>
      unsafe(
        `ATTACH PARTITION scans ${renamed} under a lock: add a check of its bound to ${table} NOT VALID, and validate it in an earlier migration`,
      ),
    );
  const created = new Set<string>();
  const renamed = nodes.flatMap((node): readonly Finding[] => {
    const table = as('CreateStmt', node);
    if (table !== null) created.add(nameOf(table.relation));
    const rename = as('RenameStmt', node);
    const name = nameOf(rename?.relation);
    const isExisting = rename?.renameType === 'OBJECT_TABLE' && !created.has(name);
    return isExisting && createsLater(nodes, node, name) && !firstPartitions.has(rename.newname ?? '')
      ? [contraction(`replaces ${name} by another table`)]
      : [];
  });
  return [...scanned, ...renamed];
}

function createsLater(nodes: readonly Node[], rename: Node, name: string): boolean {
  return nodes
    .slice(nodes.indexOf(rename) + 1)
    .some((one) => nameOf(as('CreateStmt', one)?.relation) === name);
}

/** Whether a statement only removes validated checks from a first partition, whose bounds say the same. */
export function dropsCheckOfBounds(
  statement: AlterTableStmt,
  firstPartitions: FirstPartitions,
  validated: ReadonlySet<string>,
): boolean {
  const table = firstPartitions.get(nameOf(statement.relation));
  const commands = (statement.cmds ?? []).flatMap((one) => as('AlterTableCmd', one) ?? []);
  return (
    table !== undefined &&
    commands.every(
      ({ subtype, name }) => subtype === 'AT_DropConstraint' && validated.has(`${table}.${name ?? ''}`),
    )
  );
}
