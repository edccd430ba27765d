import { randomUUID } from 'node:crypto';
import { type BlobSettings, storeAt } from '../platform/blobs/open-blob-store.ts';
import type { Database } from '../platform/database/database.ts';
import { sentenceOf } from '../open-database.ts';
import { type Finding, failure, good } from './finding.ts';

const remedies = {
  unset: 'set ATTACHMENTS_DIR or S3_BUCKET_URL as before, also on this machine',
  broken: 'check ATTACHMENTS_DIR, or S3_BUCKET_URL and its keys',
} as const;

/** Writes, reads and deletes an object in the store of attachments; without one, looks for attachments that are in a store. */
export async function checkAttachments(
  db: Database,
  settings: BlobSettings | null,
): Promise<readonly Finding[]> {
  if (settings !== null) return [await probeStore(settings)];
  const moved = await db
    .selectFrom('ticketAttachments')
    .select('id')
    .where('content', 'is', null)
    .limit(1)
    .execute();
  return moved.length === 0
    ? []
    : [failure('attachments', 'some are in a store, and none is set', remedies.unset)];
}

async function probeStore(settings: BlobSettings): Promise<Finding> {
  const store = storeAt(settings);
  const key = `probes/${randomUUID()}`;
  try {
    await store.put(key, Buffer.from(key));
    const found = await store.get(key);
    await store.delete(key);
    return found?.toString() === key
      ? good('attachments', 'an object was written, read and deleted')
      : failure('attachments', 'a written object could not be read', remedies.broken);
  } catch (error) {
    return failure(
      'attachments',
      `the store refused or did not respond (${sentenceOf(error)})`,
      remedies.broken,
    );
  }
}
