/** What a purse has to say to the control plane; see `proxyNews`. */
export interface PurseTalk {
  draw(purse: string): void;
  used(slice: string, bytes: number, done: boolean): void;
}

interface Slice {
  readonly id: string;
  bytes: number;
  used: number;
  told: number;
}

/** What a purse was given, used up in the order in which it came; the control plane hears what was used of each. */
export class Slices {
  readonly #all: Slice[] = [];
  readonly #talk: PurseTalk;

  constructor(talk: PurseTalk) {
    this.#talk = talk;
  }

  /** Bytes of the one that came last; 0 when all are used up. */
  get lastSize(): number {
    return this.#all.at(-1)?.bytes ?? 0;
  }

  get ids(): readonly string[] {
    return this.#all.map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.#all.some((slice) => slice.id === id);
  }

  /** Whether more than `most` bytes of a slice may be used. */
  isAbove(id: string, most: number): boolean {
    return this.#all.some((slice) => slice.id === id && slice.bytes > most);
  }

  add(id: string, bytes: number): void {
    if (bytes === 0) this.#talk.used(id, 0, true);
    else this.#all.push({ id, bytes, used: 0, told: 0 });
  }

  /** No more than there are. */
  use(bytes: number): void {
    let rest = bytes;
    for (let slice = this.#all[0]; slice !== undefined; slice = this.#all[0]) {
      const part = Math.min(rest, slice.bytes - slice.used);
      slice.used += part;
      rest -= part;
      if (slice.used < slice.bytes) break;
      this.#all.shift();
      this.#talk.used(slice.id, slice.used, true);
    }
  }

  /** Nothing more is used of this one; what was left of it. */
  end(id: string): number {
    const index = this.#all.findIndex((slice) => slice.id === id);
    const [slice] = index === -1 ? [] : this.#all.splice(index, 1);
    if (slice === undefined) return 0;
    this.#talk.used(id, slice.used, true);
    return slice.bytes - slice.used;
  }

  /** No more than `most` is used of this one in all; what of it is not to be used any more. */
  limit(id: string, most: number): number {
    const slice = this.#all.find((one) => one.id === id);
    if (slice === undefined || slice.bytes <= most) return 0;
    if (slice.used >= most) return this.end(id);
    const excess = slice.bytes - most;
    slice.bytes = most;
    return excess;
  }

  endAll(): void {
    for (const { id, used } of this.#all.splice(0)) this.#talk.used(id, used, true);
  }

  /** Tells what was used since the last time. */
  report(): void {
    for (const slice of this.#all) {
      if (slice.used === slice.told) continue;
      slice.told = slice.used;
      this.#talk.used(slice.id, slice.used, false);
    }
  }
}
