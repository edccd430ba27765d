import { createLineReader } from './feed-line.ts';
import type { FleetGateway } from './fleet-gateways.ts';
import { createGrantCounter } from './grant-counter.ts';
import type { FleetCommand, FleetReply } from './fleet-process.ts';
import { SimulatedGateway } from './simulated-gateway.ts';

/** Program of simulated gateways, which `startFleetProcess` starts: executes the commands that arrive as messages. */
const readLine = createLineReader();
const countGrants = createGrantCounter();
const open = new Map<string, SimulatedGateway>();
/** Times of arrival (`hrtime`, in ns) by subject. */
const arrivals = new Map<string, bigint[]>();
const waiting = new Map<string, { readonly count: number; readonly done: () => void }>();

function onRevoked(sub: string): void {
  const times = arrivals.get(sub) ?? [];
  arrivals.set(sub, times);
  times.push(process.hrtime.bigint());
  const waited = waiting.get(sub);
  if (waited !== undefined && times.length >= waited.count) waited.done();
}

async function openAll(port: number, gateways: readonly FleetGateway[], cursor: number): Promise<number[]> {
  const began = process.hrtime.bigint();
  const opening = gateways.map(async (gateway) => {
    const simulated = new SimulatedGateway(gateway, readLine, countGrants, onRevoked);
    open.set(gateway.id, simulated);
    await simulated.follow(port, cursor);
    return Number(process.hrtime.bigint() - began) / 1_000_000;
  });
  const milliseconds = await Promise.all(opening);
  requireFollowing();
  return milliseconds;
}

function requireFollowing(): void {
  for (const { failure } of open.values())
    if (failure !== null) throw new Error(`A gateway failed: ${failure}`);
}

async function arrivalsOf(sub: string, count: number): Promise<string[]> {
  if ((arrivals.get(sub)?.length ?? 0) < count)
    await new Promise<void>((done) => {
      waiting.set(sub, { count, done });
      setTimeout(done, 60_000).unref();
    });
  waiting.delete(sub);
  requireFollowing();
  const times = arrivals.get(sub) ?? [];
  arrivals.delete(sub);
  return times.map(String);
}

function closeAll(): void {
  for (const gateway of open.values()) gateway.close();
  open.clear();
}

async function execute(command: FleetCommand): Promise<FleetReply['value']> {
  if (command.kind === 'open') return openAll(command.port, command.gateways, command.cursor);
  if (command.kind === 'arrivals') return arrivalsOf(command.sub, command.count);
  if (command.kind === 'grants') return [...open.values()].map(({ grants }) => grants);
  closeAll();
  return [];
}

process.on('message', ({ id, command }: { readonly id: number; readonly command: FleetCommand }) => {
  execute(command).then(
    (value) => process.send?.({ id, value } satisfies FleetReply),
    (error: unknown) => process.send?.({ id, value: [], error: String(error) } satisfies FleetReply),
  );
});
process.on('disconnect', () => process.exit(0));
