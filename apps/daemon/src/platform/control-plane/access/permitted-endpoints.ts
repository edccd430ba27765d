import { type Endpoint, formatEndpoint } from '@comet/foundation';

/** The endpoints that attempts to reach the API use now; the firewall permits them for root besides the API's own addresses. */
export interface PermittedEndpoints {
  readonly current: () => readonly Endpoint[];
  /** Permits endpoints, and resolves when the firewall does. The returned function withdraws this permission. */
  hold(endpoints: readonly Endpoint[]): Promise<() => void>;
}

/** `apply`: applies `current` to the firewall; called after each change. */
export function permittedEndpoints(apply: () => Promise<void>): PermittedEndpoints {
  const held = new Map<string, { readonly endpoint: Endpoint; holders: number }>();
  /** The last change of the firewall: it permits an endpoint that another attempt holds once this resolves. */
  let applied: Promise<void> = Promise.resolve();

  function withdraw(keys: readonly string[]): void {
    const before = held.size;
    for (const key of keys) {
      const one = held.get(key);
      if (one !== undefined) one.holders -= 1;
      if (one?.holders === 0) held.delete(key);
    }
    if (held.size !== before) applied = apply();
  }

  return {
    current: () => [...held.values()].map(({ endpoint }) => endpoint),
    async hold(endpoints) {
      const before = held.size;
      const keys = endpoints.map(formatEndpoint);
      for (const [index, key] of keys.entries()) {
        const one = held.get(key);
        const endpoint = endpoints[index];
        if (one !== undefined) one.holders += 1;
        else if (endpoint !== undefined) held.set(key, { endpoint, holders: 1 });
      }
      if (held.size !== before) applied = apply();
      await applied;
      let isHeld = true;
      return () => {
        if (isHeld) withdraw(keys);
        isHeld = false;
      };
    },
  };
}
