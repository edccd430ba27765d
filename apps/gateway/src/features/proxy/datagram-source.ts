import { plainAddress } from './plain-address.ts';

/**
 * From where an association's datagrams come: the address that its connection comes from, at one port. A client that knows its own address
 * is held to the port that it names with it (RFC 1928 §6); for others, behind a NAT, the first datagram tells. Whatever comes from another
 * port is a neighbour's behind the same address, and lost: if it could end an association, any of them could end all of them.
 */
export class DatagramSource {
  readonly #address: string;
  #port: number | null;

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

  /** Whether a datagram is the client's; the first one that may be fixes its port. */
  owns(from: { readonly address: string; readonly port: number }): boolean {
    if (from.address !== this.#address) return false;
    this.#port ??= from.port;
    return from.port === this.#port;
  }
}
