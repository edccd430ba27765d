import { plainAddress } from './plain-address.ts';

/** Milliseconds after the first datagram for which a second port may still be the true one. */
const disputed = 10_000;

/**
 * From where an association's datagrams come: the address that its connection comes from, at one port. Others may stand behind the same
 * address (NAT), and a datagram proves nothing. So a client that knows its own address is held to the port that it names with it (RFC 1928
 * §6); for others the first datagram tells. When two ports claim that within seconds, nobody can say which of them pays.
 */
export class DatagramSource {
  readonly #address: string;
  #port: number | null;
  /** When the port was told by a datagram. */
  #toldAt = Number.NEGATIVE_INFINITY;

  /** `from`: the other end of the connection. `named`: what it said it would send from; port 0 says nothing. */
  constructor(from: string, named: { readonly host: string; readonly port: number }) {
    this.#address = from;
    const isKnown = named.port !== 0 && plainAddress(named.host) === plainAddress(from);
    this.#port = isKnown ? named.port : null;
  }

  /** Null until it is known. */
  get port(): number | null {
    return this.#port;
  }

  /** Whose a datagram is; `disputed` when two may have a right to it. */
  weigh(
    from: { readonly address: string; readonly port: number },
    now: number,
  ): 'own' | 'other' | 'disputed' {
    if (from.address !== this.#address) return 'other';
    if (this.#port === null) {
      this.#port = from.port;
      this.#toldAt = now;
    }
    if (from.port === this.#port) return 'own';
    return now - this.#toldAt < disputed ? 'disputed' : 'other';
  }
}
