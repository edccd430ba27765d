import type { Node, RangeVar } from 'libpg-query';

/** Kinds of statements and expressions, as libpg_query names them: `AlterTableStmt`. */
type Kind = Node extends infer N ? (N extends N ? keyof N : never) : never;
type ContentOf<K extends Kind> = Extract<Node, Record<K, unknown>> extends Record<K, infer C> ? C : never;

/** Returns the content of a node of this kind, else null. */
export function as<K extends Kind>(kind: K, node: Node | undefined): ContentOf<K> | null {
  return node !== undefined && kind in node ? (node as unknown as Record<K, ContentOf<K>>)[kind] : null;
}

/** Returns the contents of all nodes of this kind in a tree, including those of subqueries. */
export function allOf<K extends Kind>(kind: K, tree: unknown): readonly ContentOf<K>[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([name, value]) => [
    ...(name === kind ? [value as ContentOf<K>] : []),
    ...allOf(kind, value),
  ]);
}

/** `public.orders` and `orders` are the same table. */
export const nameOf = (relation: RangeVar | undefined): string =>
  [relation?.schemaname, relation?.relname]
    .filter((part) => part !== undefined && part !== 'public')
    .join('.');

/** The parts of a name that is a list of strings. */
export const partsOf = (names: readonly Node[] | undefined): readonly string[] =>
  (names ?? []).map((name) => as('String', name)?.sval ?? '');
