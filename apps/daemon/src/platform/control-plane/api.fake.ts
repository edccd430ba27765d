import { daemonApi, type Endpoint } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Api, ApiFailure } from './api.ts';

type Reply = (request: { readonly body?: unknown; readonly params?: unknown }) => unknown;

export interface FakeApi extends Api {
  unreachable: boolean;
  /** Replies by `METHOD path`; an ApiFailure under `refuse` replaces the reply. */
  readonly replies: Map<string, Reply>;
  readonly refuse: Map<string, ApiFailure>;
  readonly calls: string[];
}

/** Returns the key of an endpoint in `replies`, `refuse` and `calls`: method and path, with a space between. */
export function keyOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** Returns an API in memory that records calls; an endpoint without a reply in `replies` returns undefined. */
export function fakeApi(): FakeApi {
  const api: FakeApi = {
    unreachable: false,
    replies: new Map(),
    refuse: new Map(),
    calls: [],
    async call(name, request) {
      await Promise.resolve();
      const key = keyOf(daemonApi[name]);
      api.calls.push(key);
      const refusal = api.refuse.get(key);
      if (api.unreachable || request.signal?.aborted === true) return err({ kind: 'unreachable' });
      if (refusal !== undefined) return err(refusal);
      return ok(api.replies.get(key)?.(request) as never);
    },
    forget: () => undefined,
  };
  return api;
}
