/** Data could not be written to disk before it was needed there: the disk is full, over its quota, or read-only. */
export class FullDisk extends Error {
  override readonly name = 'FullDisk';
}

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Calls a write, and rejects with FullDisk if the disk caused the failure; otherwise with the original error. */
export async function onDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && codes.has(error.code))) throw error;
    throw new FullDisk(error.message, { cause: error });
  }
}
