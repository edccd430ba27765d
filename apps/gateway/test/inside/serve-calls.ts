/**
 * Runs inside a network namespace and executes calls from the IPC channel of the parent: functions of the modules in this folder, with
 * serialisable arguments and results.
 */
interface Call {
  readonly id: number;
  readonly module: string;
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Loaded at the first call, since each namespace needs only some modules. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  'control-plane': () => import('./control-plane.ts'),
  customer: () => import('./customer.ts'),
  probes: () => import('./probes.ts'),
  provider: () => import('./provider.ts'),
  sites: () => import('./sites.ts'),
  'socks-datagrams': () => import('./socks-datagrams.ts'),
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
