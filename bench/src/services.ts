import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Customer, newCustomerWithPlan } from '@comet/e2e';
import type { Lab } from '@comet/lab';
import { type Addresses, findWireguardGo, freePortBlock, type RunningStack, startStack } from '@comet/stack';
import { releasable } from './end-on-signal.ts';

/** PostgreSQL, sandbox, API, dashboard and site, each in a separate process. */
export interface ControlPlane {
  readonly addresses: Addresses;
  /** The process id of the API. */
  readonly apiPid: number;
}

/** A lab whose client is signed in as a paying customer, without other load. */
export interface SignedInClient {
  readonly lab: Lab;
  readonly customer: Customer;
  /** Path of the wireguard-go of our client and gateway. */
  readonly wireguardGo: string;
  /** State folder of the service; see `StateFolder`. */
  readonly stateDir: string;
  /** Code of the location to connect to; its gateway is the lab's `gw-nl`. */
  readonly location: string;
}

/** Provides the services on which benches measure. */
export interface Services {
  /** Measures on a running control plane. */
  controlPlane<T>(measure: (plane: ControlPlane) => Promise<T>): Promise<T>;
  /** Measures in a lab. Each bench leaves its client disconnected. */
  signedInClient<T>(measure: (client: SignedInClient) => Promise<T>): Promise<T>;
}

type Log = (line: string) => void;

/** Starts a new service for each measurement, so that leftovers of another do not affect the figures. */
export function dedicatedServices(log: Log): Services {
  const during = async <T>(lab: boolean, measure: (stack: RunningStack) => Promise<T>): Promise<T> => {
    const { stack, stop } = await start(log, lab);
    try {
      return await measure(stack);
    } finally {
      await stop();
    }
  };
  return {
    controlPlane: (measure) => during(false, async (stack) => measure(await controlPlaneOf(stack))),
    signedInClient: (measure) => during(true, async (stack) => measure(await signIn(stack, log))),
  };
}

/**
 * One service for all measurements, started at the first. With `lab` its client is signed in before any measurement, because some make the
 * payment provider unresponsive.
 */
export function sharedService(log: Log, lab: boolean): Services & { stop(): Promise<void> } {
  let service: ReturnType<typeof start> | null = null;
  let client: Promise<SignedInClient> | null = null;
  const running = async (): Promise<RunningStack> => {
    const { stack } = await (service ??= start(log, lab));
    if (lab) await (client ??= signIn(stack, log));
    return stack;
  };
  return {
    controlPlane: async (measure) => measure(await controlPlaneOf(await running())),
    async signedInClient(measure) {
      const started = await running();
      return measure(await (client ??= signIn(started, log)));
    },
    async stop() {
      const started = await service?.catch(() => null);
      await started?.stop();
    },
  };
}

/** Starts a service. `stop` ends it and removes its folder; so does a signal, also while it is being started. */
async function start(
  log: Log,
  lab: boolean,
): Promise<{ readonly stack: RunningStack; stop(): Promise<void> }> {
  const state = await mkdtemp(join(tmpdir(), 'comet-bench-'));
  const end = new AbortController();
  const options = { state, port: await freePortBlock(), lab, print: log, signal: end.signal };
  const starting = startStack(options);
  const stop = releasable(async () => {
    end.abort();
    const started = await starting.catch(() => null);
    await started?.stop();
    await rm(state, { recursive: true, force: true });
  });
  try {
    return { stack: await starting, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function controlPlaneOf({ addresses, stateDir }: RunningStack): Promise<ControlPlane> {
  const file = await readFile(join(stateDir, 'stack.json'), 'utf8');
  const { pids } = JSON.parse(file) as { pids: { api: number } };
  return { addresses, apiPid: pids.api };
}

async function signIn({ addresses, lab, stateDir }: RunningStack, log: Log): Promise<SignedInClient> {
  if (lab === undefined) throw new Error('This machine cannot run the lab that the bench needs');
  const wireguardGo = await findWireguardGo(log);
  if (wireguardGo === null) throw new Error('There is no wireguard-go for the manual configuration');
  const customer = await newCustomerWithPlan(addresses);
  const login = await lab.exec('client', ['comet', 'login', '--email', customer.email], {
    input: `${customer.password}\n`,
  });
  if (login.code !== 0) throw new Error(`comet login ended with ${login.code}: ${login.stderr}`);
  return { lab, customer, stateDir, wireguardGo, location: 'nl-ams' };
}
