import { noteAction } from '../features/operator/index.ts';
import type { DeskDeps } from './deps.ts';

const customer = '/ops/customers/:id';

/** Writes down that an operator was shown a page or a file. A customer's id stands in its own column, which a removal empties. */
export async function noteRead(
  { db, clock }: Pick<DeskDeps, 'db' | 'clock'>,
  { operator, path, id }: { readonly operator: string; readonly path: string; readonly id: string },
): Promise<void> {
  const about = path === customer ? { userId: id } : {};
  const details = { page: path, ...(id === '' || path === customer ? {} : { id }) };
  await db
    .transaction()
    .execute((trx) =>
      noteAction(trx, { operator, action: 'operator_read', ...about, details, now: clock.now() }),
    );
}
