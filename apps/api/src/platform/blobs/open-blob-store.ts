import type { Sealer } from '../keys/seal.ts';
import { type BlobStore, encrypted } from './blob-store.ts';
import { folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';

/** A folder, or a bucket of an S3-compatible store. */
export type BlobSettings = { readonly folder: string } | S3Settings;

/** Opens the blob store, encrypted; null without settings. */
export function openBlobStore(settings: BlobSettings | null, sealer: Sealer): BlobStore | null {
  return settings === null ? null : encrypted(storeAt(settings), sealer);
}

/** Returns the store without encryption, to check that it works. */
export function storeAt(settings: BlobSettings): BlobStore {
  return 'folder' in settings ? folderStore(settings.folder) : s3Store(settings);
}
