import type { LocalResolver, ResolverPlan } from './local-resolver.ts';

export interface FakeLocalResolver extends LocalResolver {
  /** The plan of the running program; null if none runs. */
  plan: ResolverPlan | null;
  failing: boolean;
}

/** Returns a resolver program in memory. */
export function fakeLocalResolver(): FakeLocalResolver {
  const resolver: FakeLocalResolver = {
    plan: null,
    failing: false,
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
  };
  return resolver;
}
