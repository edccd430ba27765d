import { Customer } from '../auth/customer.ts';

/** A customer's tunnel whose traffic leaves through a provider's endpoint. */
export interface ProviderTunnel {
  /** The tunnel's connections are counted as those of a separate customer. */
  readonly customer: Customer;
  readonly exit: string;
  /** Identifies the session to the provider, so that the provider keeps its address. */
  readonly token: string;
}

/** Maximum number of open connections of one tunnel. */
const maxConnections = 2_000;

/** The tunnels that leave through providers, by tunnel address. */
export class ProviderTunnels {
  readonly #byAddress = new Map<string, ProviderTunnel>();
  readonly #newToken: () => string;

  constructor(newToken: () => string) {
    this.#newToken = newToken;
  }

  *customers(): Iterable<Customer> {
    for (const { customer } of this.#byAddress.values()) yield customer;
  }

  find(address: string): ProviderTunnel | null {
    return this.#byAddress.get(address) ?? null;
  }

  /** Sets the exit of a tunnel. Its connections end, unless the exit is unchanged. */
  put(address: string, exit: string | null): void {
    const before = this.find(address);
    if (before?.exit === exit) return;
    if (before !== null) {
      this.#byAddress.delete(address);
      before.customer.isGone = true;
      before.customer.endAll();
      before.customer.rateLimiter.end();
    }
    if (exit === null) return;
    const customer = new Customer({
      ...{ id: address, username: '', mac: '', addresses: [], proven: [], route: { kind: 'exit', exit } },
      // The kernel counts the traffic of tunnels.
      quotaAccount: null,
      limits: { connections: maxConnections, bytesPerSecond: null },
    });
    this.#byAddress.set(address, { customer, exit, token: this.#newToken() });
  }
}
