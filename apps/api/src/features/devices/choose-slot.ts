/** A slot of an account: free, or taken before and given back at a time. */
export interface PastSlot {
  readonly slot: number;
  /** Null while a device holds it. */
  readonly removedAt: Date | null;
}

const slots = 256;

/**
 * The slot for a new device: the lowest that was never used lately, else the one that has been free the longest. A revocation
 * names a slot, so one that was just freed must rest. Null when every slot is held.
 */
export function chooseSlot(past: readonly PastSlot[]): number | null {
  const held = new Set<number>();
  const freedAt = new Map<number, number>();
  for (const { slot, removedAt } of past) {
    if (removedAt === null) held.add(slot);
    else freedAt.set(slot, Math.max(removedAt.getTime(), freedAt.get(slot) ?? 0));
  }
  let best: { slot: number; freed: number } | null = null;
  for (let slot = 0; slot < slots; slot += 1) {
    if (held.has(slot)) continue;
    const freed = freedAt.get(slot);
    if (freed === undefined) return slot;
    if (best === null || freed < best.freed) best = { slot, freed };
  }
  return best?.slot ?? null;
}
