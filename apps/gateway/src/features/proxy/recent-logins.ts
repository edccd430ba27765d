import { hash, randomBytes } from 'node:crypto';

const most = 10_000;

/**
 * The MACs of credentials that were right a while ago, since a keyed hash takes longer than all else that is done for a login. They are found
 * by a plain hash under a salt of this process, so that nothing here is worth anything elsewhere.
 */
export class RecentLogins {
  readonly #salt = randomBytes(32).toString('base64');
  readonly #macs = new Map<string, string>();

  /** The MAC of these credentials; `isRight` says whether it is worth remembering. */
  mac(username: string, password: string, make: () => string, isRight: (mac: string) => boolean): string {
    const key = hash('sha256', `${this.#salt}\n${username}\n${password}`, 'base64');
    const known = this.#macs.get(key);
    if (known !== undefined) return known;
    const mac = make();
    if (!isRight(mac)) return mac;
    if (this.#macs.size >= most) this.#macs.clear();
    this.#macs.set(key, mac);
    return mac;
  }

  forget(): void {
    this.#macs.clear();
  }
}
