import { formatEndpoint } from '@comet/foundation';
import type { ApiContact } from '../../firewall/firewall.ts';

/** The endpoints that attempts to reach the API use now; the firewall permits them besides the API's own addresses. */
export interface PermittedEndpoints {
  readonly current: () => readonly ApiContact[];
  /** Permits endpoints, and resolves when the firewall does. The returned function withdraws this permission. */
  hold(endpoints: readonly ApiContact[]): Promise<() => void>;
}

/** `apply`: applies `current` to the firewall; called after each change. */
export function permittedEndpoints(apply: () => Promise<void>): PermittedEndpoints {
  const held = new Map<string, { readonly endpoint: ApiContact; holders: number }>();
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
      const keys = endpoints.map((one) => `${formatEndpoint(one)} ${one.sender ?? 'root'}`);
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
