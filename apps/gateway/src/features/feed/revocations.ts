import { createHash } from 'node:crypto';
import { type Revocation, revocationLines } from '@comet/contract';

/**
 * Revocations received by the feed. For one subject and slot only the latest time counts. The result does not depend on the order of
 * arrival, and a repeated line is harmless.
 */
export class Revocations {
  /** sub → slot (null: all of them) → not-before, unix seconds. */
  readonly #bySubject = new Map<string, Map<number | null, number>>();

  constructor(revocations: Iterable<Revocation> = []) {
    for (const revocation of revocations) this.add(revocation);
  }

  add({ sub, slot, notBefore }: Revocation): void {
    const slots = this.#bySubject.get(sub) ?? new Map<number | null, number>();
    this.#bySubject.set(sub, slots.set(slot, Math.max(notBefore, slots.get(slot) ?? notBefore)));
  }

  /** Whether a ticket issued at `issuedAt` (unix seconds) is revoked. */
  covers({ sub, slot, issuedAt }: { sub: string; slot: number; issuedAt: number }): boolean {
    const slots = this.#bySubject.get(sub);
    if (slots === undefined) return false;
    return issuedAt < Math.max(slots.get(null) ?? 0, slots.get(slot) ?? 0);
  }

  /** Removes revocations before `since` (unix seconds), which apply to expired tickets only. */
  forgetBefore(since: number): void {
    for (const [sub, slots] of this.#bySubject) {
      for (const [slot, notBefore] of slots) if (notBefore < since) slots.delete(slot);
      if (slots.size === 0) this.#bySubject.delete(sub);
    }
  }

  /** The digest that a heartbeat carries. */
  digest(since: number): string {
    return createHash('sha256').update(revocationLines(this.all(), since)).digest('base64url');
  }

  all(): readonly Revocation[] {
    return [...this.#bySubject].flatMap(([sub, slots]) =>
      [...slots].map(([slot, notBefore]) => ({ sub, slot, notBefore })),
    );
  }
}
