import { Customer } from '../auth/customer.ts';

/** A customer's tunnel whose traffic leaves through a provider's endpoint. */
export interface ProviderTunnel {
  /** What it has open counts as a customer's of its own. */
  readonly customer: Customer;
  readonly exit: string;
  /** Identifies the session to the provider, so that it keeps its address there. */
  readonly token: string;
}

/** Connections that one tunnel has open at most. */
const maxConnections = 2_000;

/** The tunnels that leave through providers, by their addresses. */
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

  /** Ends what a tunnel has open, unless it stays with its exit. */
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
      // The kernel counts its packets.
      quotaAccount: null,
      limits: { connections: maxConnections, bytesPerSecond: null },
    });
    this.#byAddress.set(address, { customer, exit, token: this.#newToken() });
  }
}
