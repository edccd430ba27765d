/** One connection: where it comes from, as limits count it, and its port there. */
export interface Caller {
  readonly source: string;
  readonly port: number;
}

interface Connection {
  /** True once it was answered and asks nothing: it is only kept warm. */
  isIdle: boolean;
  close(): void;
}

/**
 * The connections of an admission endpoint by their source. Many people may share an address (a relay's, or a gateway's of ours through which they
 * come), so a newcomer is refused only where none of his address could give way to him: those who only keep their connection warm do.
 */
export class Callers {
  readonly #most: number;
  /** The longest there is first. */
  readonly #bySource = new Map<string, Map<number, Connection>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** False for one connection too many. */
  comes({ source, port }: Caller, close: () => void): boolean {
    const open = this.#bySource.get(source) ?? new Map<number, Connection>();
    if (open.size >= this.#most) {
      const idle = [...open].find(([, { isIdle }]) => isIdle);
      if (idle === undefined) return false;
      open.delete(idle[0]);
      idle[1].close();
    }
    this.#bySource.set(source, open.set(port, { isIdle: false, close }));
    return true;
  }

  asks(caller: Caller): void {
    const connection = this.#bySource.get(caller.source)?.get(caller.port);
    if (connection !== undefined) connection.isIdle = false;
  }

  isAnswered(caller: Caller): void {
    const connection = this.#bySource.get(caller.source)?.get(caller.port);
    if (connection !== undefined) connection.isIdle = true;
  }

  goes({ source, port }: Caller): void {
    const open = this.#bySource.get(source);
    open?.delete(port);
    if (open?.size === 0) this.#bySource.delete(source);
  }
}
