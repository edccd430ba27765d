import type { BlobStore } from '../platform/blobs/blob-store.ts';
import type { Log } from '@comet/foundation/log';
import type { Metrics } from '@comet/observability';
import type { OperatorsDeps } from '../features/operators/index.ts';
import { recordOperatorAction } from '../features/operator-commands/index.ts';

const customer = '/ops/customers/:id';

/**
 * Writes an audit entry for a page or file that an operator viewed. The customer's id has a separate column, which an account deletion
 * clears.
 */
export async function recordView(
  { db, clock }: Pick<OperatorConsoleDeps, 'db' | 'clock'>,
  { operator, path, id }: { readonly operator: string; readonly path: string; readonly id: string },
): Promise<void> {
  const about = path === customer ? { userId: id } : {};
  const details = { page: path, ...(id === '' || path === customer ? {} : { id }) };
  await db
    .transaction()
    .execute((trx) =>
      recordOperatorAction(trx, { operator, action: 'operator_read', ...about, details, now: clock.now() }),
    );
}

export interface OperatorConsoleDeps extends OperatorsDeps {
  /** The console's own origin. */
  readonly url: string;
  /** Null where attachments are in the database. */
  readonly blobs: BlobStore | null;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  readonly log: Log;
  /** Runs a command of `comet-ops` in an operator's name: returns a sentence about the result; throws one about the failure. */
  readonly run: (operator: string, command: string, args: readonly string[]) => Promise<string>;
}
