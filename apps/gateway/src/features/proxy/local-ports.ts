/**
 * Ports that our own connections leave from, all below the system's range (32,768 on; ip(7)): one that is bound by name inside of it is in the
 * way of every other connection of the machine, which look for theirs past it. Nor is it one that services are commonly given.
 */
const first = 10_240;
const count = 22_000;

/**
 * Hands out the ports in an order that nobody can foretell (RFC 6056 §3.3). None comes again before at least half of the others: a connection
 * that has just ended keeps its port for that destination, and finding out costs as much as connecting.
 */
export class LocalPorts {
  readonly #random: () => number;
  readonly #order = Uint16Array.from({ length: count }, (_, index) => first + index);
  #at = 0;

  /** `random` in [0, 1). */
  constructor(random: () => number) {
    this.#random = random;
    for (let index = count - 1; index > 0; index -= 1) this.#swap(index, Math.floor(random() * (index + 1)));
  }

  next(): number {
    const port = this.#order[this.#at] ?? first;
    // It changes its place with one that was used lately too, so that the next round is another.
    this.#swap(this.#at, (this.#at + count - Math.floor((this.#random() * count) / 2)) % count);
    this.#at = (this.#at + 1) % count;
    return port;
  }

  #swap(one: number, other: number): void {
    const kept = this.#order[one] ?? first;
    this.#order[one] = this.#order[other] ?? first;
    this.#order[other] = kept;
  }
}
