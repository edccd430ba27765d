import { SetDigest, subjectWith } from '@comet/admission';
import { type AccountRevocation, accountRevocationLine, type Revocation } from '@comet/contract';
import { Revocations } from './revocations.ts';

/**
 * Revoked accounts, received as their disclosed keys, and the revocations of this gateway's subjects derived from them. The result does not
 * depend on the order of arrival, and a repeated line is harmless.
 */
export class RevokedAccounts {
  readonly #gatewayId: string;
  readonly #byChange = new Map<number, AccountRevocation>();
  readonly #derived = new Revocations();
  readonly #digest = new SetDigest();

  constructor(gatewayId: string, accounts: Iterable<AccountRevocation> = []) {
    this.#gatewayId = gatewayId;
    for (const account of accounts) this.add(account);
  }

  /** Adds a revocation and returns it for each subject that the account has at this gateway. */
  add(account: AccountRevocation): readonly Revocation[] {
    const { change, keys, notBefore } = account;
    const known = this.#byChange.get(change);
    if (known !== undefined) this.#digest.remove(accountRevocationLine(known));
    this.#byChange.set(change, account);
    this.#digest.add(accountRevocationLine(account));
    const derived = keys.map((key) => ({ sub: subjectWith(key, this.#gatewayId), slot: null, notBefore }));
    for (const revocation of derived) this.#derived.add(revocation);
    return derived;
  }

  /** Whether a ticket issued at `issuedAt` (unix seconds) is revoked with its account. */
  covers(ticket: { readonly sub: string; readonly slot: number; readonly issuedAt: number }): boolean {
    return this.#derived.covers(ticket);
  }

  /** Removes those before `since` (unix seconds), which apply to expired tickets only. */
  forgetBefore(since: number): void {
    this.#derived.forgetBefore(since);
    for (const [change, account] of this.#byChange) {
      if (account.notBefore >= since) continue;
      this.#byChange.delete(change);
      this.#digest.remove(accountRevocationLine(account));
    }
  }

  /** The digest that a heartbeat carries. */
  digest(): string {
    return this.#digest.value();
  }

  all(): readonly AccountRevocation[] {
    return [...this.#byChange.values()];
  }

  /** The revocations of this gateway's subjects. */
  derived(): readonly Revocation[] {
    return this.#derived.all();
  }
}
