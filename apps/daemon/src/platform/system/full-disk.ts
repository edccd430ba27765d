/** A disk took nothing of what had to be on it first: it is full, over its quota, or read-only. */
export class FullDisk extends Error {
  override readonly name = 'FullDisk';
}

const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** Does a write, and rejects with FullDisk where the disk is to blame for its failure; with what it was otherwise. */
export async function onDisk(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && codes.has(error.code))) throw error;
    throw new FullDisk(error.message, { cause: error });
  }
}
