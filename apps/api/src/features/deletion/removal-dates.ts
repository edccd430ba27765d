const dayMs = 24 * 3600 * 1000;

/** The deadline for recovering a deleted account, and the date by which all its data is removed. */
export interface RemovalDates {
  readonly recoverableUntil: Date;
  readonly removedBy: Date;
}

/** The removal begins five days after the deletion and takes at most two days. */
export function removalDates(deletedAt: Date): RemovalDates {
  return {
    recoverableUntil: new Date(deletedAt.getTime() + 5 * dayMs),
    removedBy: new Date(deletedAt.getTime() + 7 * dayMs),
  };
}

/** Returns the time up to which deleted accounts are due for removal. */
export function removalDueBefore(now: Date): Date {
  return new Date(now.getTime() - 5 * dayMs);
}
