import type { Clock } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Database } from '../../platform/database/database.ts';

/** The database, and the blob store; null where attachments stay in the database. */
export interface AttachmentDeps {
  readonly db: Database;
  readonly blobs: BlobStore | null;
  readonly log: Log;
}

/** The same key is written by the trigger of deleted rows. */
const keyOf = (id: string) => `attachments/${id}`;

/** Objects and rows per statement. */
const batch = 20;

/** Returns the content of an attachment; null, with a log entry, if the blob store does not have it. Throws if the store does not respond. */
export async function contentOf(
  { blobs, log }: Omit<AttachmentDeps, 'db'>,
  { id, content }: { readonly id: string; readonly content: Buffer | null },
): Promise<Buffer | null> {
  if (content !== null) return content;
  const stored = (await blobs?.get(keyOf(id))) ?? null;
  if (stored === null)
    log.error({ attachment: id, hasStore: blobs !== null }, 'an attachment is missing in the blob store');
  return stored;
}

/**
 * Moves contents from the database to the blob store, for at most `timeMs`. Without a lock: a row that is deleted meanwhile leaves an object,
 * which is deleted at once. Repeatable after a crash.
 */
export async function moveAttachments(
  { db, blobs, clock }: Pick<AttachmentDeps, 'db' | 'blobs'> & { readonly clock: Clock },
  timeMs: number,
): Promise<void> {
  if (blobs === null) return;
  const until = clock.now().getTime() + timeMs;
  for (let moved = batch; moved === batch && clock.now().getTime() < until; ) {
    const rows = await db
      .selectFrom('ticketAttachments')
      .select('id')
      .where('content', 'is not', null)
      .orderBy('id')
      .limit(batch)
      .execute();
    moved = rows.length;
    for (const { id } of rows) await moveOne(db, blobs, id, clock.now());
  }
}

async function moveOne(db: Database, blobs: BlobStore, id: string, now: Date): Promise<void> {
  // Before the object exists: from now on a deletion of the row, also by another process, deletes the object.
  const row = await db
    .updateTable('ticketAttachments')
    .set({ blobSince: now })
    .where('id', '=', id)
    .returning('content')
    .executeTakeFirst();
  const content = row?.content ?? null;
  if (content === null) return;
  await blobs.put(keyOf(id), content);
  const { numUpdatedRows } = await db
    .updateTable('ticketAttachments')
    .set({ content: null, bytes: content.length })
    .where('id', '=', id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) await blobs.delete(keyOf(id));
}

/** Deletes the objects of deleted attachments, for at most `timeMs`. */
export async function deleteStoredAttachments(
  { db, blobs, clock }: Pick<AttachmentDeps, 'db' | 'blobs'> & { readonly clock: Clock },
  timeMs: number,
): Promise<void> {
  if (blobs === null) return;
  const until = clock.now().getTime() + timeMs;
  for (let deleted = batch; deleted === batch && clock.now().getTime() < until; ) {
    const rows = await db.selectFrom('deletedBlobs').select('key').orderBy('key').limit(batch).execute();
    deleted = rows.length;
    for (const { key } of rows) {
      await blobs.delete(key);
      await db.deleteFrom('deletedBlobs').where('key', '=', key).execute();
    }
  }
}
