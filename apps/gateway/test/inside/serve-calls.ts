/**
 * Runs inside a network namespace and carries out calls that come over the channel to the parent: a function of one of
 * the modules beside this one, with plain arguments and a plain result.
 */
interface Call {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Loaded when first called: the customer has no use for a certificate authority. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  'control-plane': () => import('./control-plane.ts'),
  customer: () => import('./customer.ts'),
  probes: () => import('./probes.ts'),
  provider: () => import('./provider.ts'),
  sites: () => import('./sites.ts'),
};

async function execute({ module, name, args }: Call): Promise<unknown> {
  const loaded = (await modules[module]?.()) as Record<string, (...given: readonly unknown[]) => unknown>;
  const work = loaded[name];
  if (work === undefined) throw new Error(`${module} has no ${name}`);
  return work(...args);
}

process.on('message', (call: Call) => {
  execute(call).then(
    (value) => process.send?.({ id: call.id, value }),
    (error: unknown) =>
      process.send?.({
        id: call.id,
        error: error instanceof Error ? (error.stack ?? error.message) : 'unknown',
      }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ id: 0 });
