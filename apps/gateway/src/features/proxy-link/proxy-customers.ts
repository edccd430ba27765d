import { subjectWith } from '@comet/admission';
import type { ProxyGrant, ProxyUserGrant } from '@comet/contract';
import type { ProxyCustomer } from '../proxy/index.ts';

/**
 * The proxy users of the feed as customers of the proxy. One of all gateways replaces the gateway's own one with the same user name, which it
 * has until the control plane withdraws it.
 *
 * The quota account of a user of all gateways is a pseudonym of this gateway, HMAC(verifier, gateway): it stays the same until the password
 * changes, as connections do. The control plane knows it by the id of the grant, which every change of the user replaces.
 */
export class ProxyCustomers {
  readonly #gatewayId: string;
  /** Grants of all gateways, by user name. */
  readonly #shared = new Map<string, ProxyUserGrant>();
  /** Ids of these grants, by quota account. */
  readonly #grantIds = new Map<string, string>();

  constructor(gatewayId: string) {
    this.#gatewayId = gatewayId;
  }

  /** Replaces all grants, and returns the customers. */
  replaceAll(grants: readonly (ProxyGrant | ProxyUserGrant)[]): readonly ProxyCustomer[] {
    this.#shared.clear();
    this.#grantIds.clear();
    for (const grant of grants) if (grant.kind === 'proxyuser') this.#add(grant);
    return grants.flatMap((grant) => (this.#isReplaced(grant) ? [] : [this.#customerOf(grant)]));
  }

  /** Adds a grant and returns its customer; null for the own grant of a user of all gateways. */
  put(grant: ProxyGrant | ProxyUserGrant): ProxyCustomer | null {
    if (this.#isReplaced(grant)) return null;
    if (grant.kind === 'proxyuser') this.#add(grant);
    return this.#customerOf(grant);
  }

  remove(grant: ProxyGrant | ProxyUserGrant): void {
    if (grant.kind === 'proxy') return;
    if (this.#shared.get(grant.username)?.id === grant.id) this.#shared.delete(grant.username);
    const quotaAccount = this.#quotaAccountOf(grant);
    if (this.#grantIds.get(quotaAccount) === grant.id) this.#grantIds.delete(quotaAccount);
  }

  /** Returns the name of a quota account at the control plane. */
  quotaNameOf(quotaAccount: string): string {
    return this.#grantIds.get(quotaAccount) ?? quotaAccount;
  }

  #add(grant: ProxyUserGrant): void {
    this.#shared.set(grant.username, grant);
    this.#grantIds.set(this.#quotaAccountOf(grant), grant.id);
  }

  #isReplaced({ kind, username }: ProxyGrant | ProxyUserGrant): boolean {
    return kind === 'proxy' && this.#shared.has(username);
  }

  #quotaAccountOf({ verifier }: ProxyUserGrant): string {
    return subjectWith(verifier, this.#gatewayId);
  }

  /** `purse` and `sliceLimits` are the names in the feed. */
  #customerOf(grant: ProxyGrant | ProxyUserGrant): ProxyCustomer {
    const { id, username, addresses, proven, limits, sliceLimits } = grant;
    const common = {
      ...{ id, username, addresses, proven, limits },
      ...(sliceLimits === undefined ? {} : { quotaLeaseLimits: sliceLimits }),
    };
    return grant.kind === 'proxy'
      ? { ...common, mac: grant.mac, quotaAccount: grant.purse, route: grant.route }
      : {
          ...common,
          verifier: grant.verifier,
          quotaAccount: this.#quotaAccountOf(grant),
          route: { kind: 'pool' },
        };
  }
}
