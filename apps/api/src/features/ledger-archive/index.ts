export { archivedAmong, archivedProduct } from './archives.store.ts';
export { ledgerCommand } from './ledger-command.ts';
export { type LedgerArchiveSettings, openLedgerArchive } from './open-ledger-archive.ts';
export { type LedgerArchive, moveEntries } from './move-entries.ts';
