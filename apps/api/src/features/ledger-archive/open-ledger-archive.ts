import { type BlobSettings, storeAt } from '../../platform/blobs/open-blob-store.ts';
import type { LedgerArchive } from './move-entries.ts';

/** A folder or bucket, and how many full months entries stay in the database; null: none move. */
export interface LedgerArchiveSettings {
  readonly blobs: BlobSettings;
  readonly afterMonths: number | null;
}

/** Opens the archive; null without settings. Its files are not encrypted: they identify no person, and auditors read them with other tools. */
export function openLedgerArchive(settings: LedgerArchiveSettings | null): LedgerArchive | null {
  return settings === null ? null : { store: storeAt(settings.blobs), afterMonths: settings.afterMonths };
}
