import type { Database } from '../../platform/database/database.ts';
import { isId } from '../operator-commands/index.ts';

/**
 * Reads an order number as people type it: in any case, with or without `CV`, with spaces. O is read as 0, I and L as 1. Returns
 * `CV-7K3M9Q`, or null if it is no number.
 */
export function readOrderNumber(text: string): string | null {
  const digits = text
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replace(/^CV(?=.{6}$)/, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return /^[0-9A-HJKMNP-TV-Z]{6}$/.test(digits) ? `CV-${digits}` : null;
}

/** Returns the id of the order that an operator names by its number or id. Throws a sentence for the operator where there is none. */
export async function orderIdOf(db: Database, named: string): Promise<string> {
  const number = readOrderNumber(named);
  if (number === null && !isId(named)) throw new Error(`Not an order number: ${named}`);
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where(number === null ? 'id' : 'number', '=', number ?? named)
    .executeTakeFirst();
  if (order === undefined) throw new Error(`There is no order ${number ?? named}`);
  return order.id;
}
