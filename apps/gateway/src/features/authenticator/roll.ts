import { credentialMac } from '@comet/admission';
import type { Credential } from './orders.ts';

/** Who may log in, as the agent told it. It outlives the agent, but not its own time. */
export class Roll {
  readonly #byMac = new Map<string, Credential>();
  readonly #macs = new Map<string, string>();
  #pepper: Uint8Array | null = null;
  #until = 0;

  replace(roll: {
    readonly pepper: string;
    readonly until: number;
    readonly credentials: readonly Credential[];
  }): void {
    this.#byMac.clear();
    this.#macs.clear();
    this.#pepper = Buffer.from(roll.pepper, 'base64url');
    this.#until = roll.until;
    for (const credential of roll.credentials) this.add(credential);
  }

  add(credential: Credential): void {
    this.withdraw(credential.id);
    this.#byMac.set(credential.mac, credential);
    this.#macs.set(credential.id, credential.mac);
  }

  withdraw(id: string): void {
    const mac = this.#macs.get(id);
    if (mac === undefined) return;
    this.#macs.delete(id);
    if (this.#byMac.get(mac)?.id === id) this.#byMac.delete(mac);
  }

  trustUntil(until: number): void {
    this.#until = until;
  }

  /** False when nothing was heard for so long that a withdrawal may have been missed. `now` is in unix seconds. */
  isTrusted(now: number): boolean {
    return now <= this.#until;
  }

  has(id: string): boolean {
    return this.#macs.has(id);
  }

  /** Whose user name and password these are, or null. */
  find(username: string, password: string, now: number): Credential | null {
    if (this.#pepper === null || !this.isTrusted(now)) return null;
    return this.#byMac.get(credentialMac(this.#pepper, username, password)) ?? null;
  }
}
