import type { FetchedList, ListRequest, LocalResolver, ResolverPlan } from './local-resolver.ts';

export interface FakeLocalResolver extends LocalResolver {
  /** The plan of the running program; null if none runs. */
  plan: ResolverPlan | null;
  failing: boolean;
  /** What `fetchList` returns by URL; a failure for others. */
  readonly lists: Map<string, FetchedList>;
  readonly requests: ListRequest[];
  reloads: number;
}

/** Returns a resolver program in memory. */
export function fakeLocalResolver(): FakeLocalResolver {
  const resolver: FakeLocalResolver = {
    plan: null,
    failing: false,
    lists: new Map(),
    requests: [],
    reloads: 0,
    async start(plan) {
      await Promise.resolve();
      if (resolver.failing) throw new Error('the program does not listen');
      resolver.plan = plan;
      return '127.0.67.53';
    },
    async stop() {
      await Promise.resolve();
      resolver.plan = null;
    },
    reload() {
      resolver.reloads += 1;
      return Promise.resolve();
    },
    fetchList(request) {
      resolver.requests.push(request);
      return Promise.resolve(resolver.lists.get(request.url) ?? { result: 'failed', failure: 'unreachable' });
    },
    countNames: (text) => Promise.resolve(text.split('\n').filter((line) => line.includes('.')).length),
    onBlocked: () => undefined,
  };
  return resolver;
}
