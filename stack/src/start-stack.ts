import { type Lab, labPrerequisites } from '@comet/lab';
import { type Addresses, addressesOf, portBlock } from './addresses.ts';
import { type ControlPlane, startControlPlane } from './control-plane/start.ts';
import { type InstalledCrates, startAgents } from './lab/agents.ts';
import { startExits } from './lab/exits.ts';
import { makeCometCommand } from './lab/comet-command.ts';
import { type StackLab, startLab, connectProxyPath } from './lab/start-lab.ts';
import { installMissingPackages, LAB_COMMANDS } from './toolchain/debian-packages.ts';
import { isFree } from './toolchain/ports.ts';
import { installCrate } from './toolchain/cargo.ts';
import { installRust } from './toolchain/rust.ts';
import { findWireguardGo } from './toolchain/wireguard-go.ts';
import { UserError } from './user-error.ts';
import { allOrNothing, type Cleanup, createCleanup } from './service/cleanup.ts';
import { createSupervisor } from './service/supervisor.ts';
import { startSite } from './site/start.ts';
import type { StackOptions } from './start-options.ts';
import { openStateFolder, type StateFolder } from './state/folder.ts';
import { clearLeftovers, lockFolder } from './state/leftovers.ts';
import { createProcessRegistry } from './state/stack-file.ts';
import { openSecrets } from './state/secrets.ts';

interface StartEnvironment extends Omit<StackOptions, 'restartAlways'> {
  readonly restartAlways?: boolean;
  /** False starts no agents in the lab, for tests that install packages there. */
  readonly agents?: boolean;
  /** Called with lines of progress. */
  readonly print?: (line: string) => void;
  /** Aborts the start; everything already started is ended. */
  readonly signal?: AbortSignal;
}

/** The whole service, running on this machine. */
export interface RunningStack {
  readonly addresses: Addresses;
  /** Undefined with `lab: false`, and if the machine does not support a lab. */
  readonly lab?: Lab;
  readonly controlPlane: ControlPlane;
  readonly stateDir: string;
  /** Resolves with a message when a part has exited too often. The other parts still run: call `stop`. */
  readonly failed: Promise<string>;
  /** Ends every process and namespace; the data stays. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service on one machine: PostgreSQL, sandbox, API, dashboard, and the lab with its gateways and its client. Throws a
 * UserError if that fails, with nothing left running.
 */
export async function startStack(options: StartEnvironment): Promise<RunningStack> {
  const print = options.print ?? (() => undefined);
  const folder = await openStateFolder(options.state);
  const lock = await lockFolder(folder);
  if (lock === null) {
    throw new UserError(
      `Comet already runs on ${folder.root}: use it, or end it with npm stop -- --state ${folder.root}`,
    );
  }
  const cleanup = createCleanup();
  const close = (): void => cleanup.close();
  options.signal?.addEventListener('abort', close, { once: true });
  await cleanup.defer(async () => lock.release());
  try {
    if (await clearLeftovers(folder))
      print('The last start on this folder was cut off; what it left running was ended.');
    await refuseBusyPorts(options.port);
    return await startEverything({ ...options, print }, folder, cleanup);
  } catch (error) {
    await cleanup.releaseAll();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', close);
  }
}

async function refuseBusyPorts(first: number): Promise<void> {
  for (const [name, port] of Object.entries(portBlock(first))) {
    if (await isFree(port)) continue;
    throw new UserError(
      `Port ${port}, wanted for the ${name}, is in use: end what listens there, or take another block of ports ` +
        `with npm start -- --port ${first > 60_000 ? 4800 : first + 100}`,
    );
  }
}

async function startEverything(
  options: Omit<StartEnvironment, 'print'> & { readonly print: (line: string) => void },
  folder: StateFolder,
  cleanup: Cleanup,
): Promise<RunningStack> {
  const { print, port } = options;
  const secrets = await openSecrets(folder);
  const addresses = addressesOf(port, secrets.databasePassword);
  const registry = createProcessRegistry(folder, addresses);
  await cleanup.defer(() => registry.removeFile());
  await registry.addProcess('stack', process.pid);
  const failed = Promise.withResolvers<string>();
  const { logs } = folder;
  const { addProcess } = registry;
  const { restartAlways = false } = options;
  const supervisor = createSupervisor({
    ...{ logs, cleanup, addProcess, fatal: failed.resolve, print, restartAlways },
  });

  const connectProxySocket = options.lab ? await connectProxyPath(folder) : null;
  const [controlPlane, preparedLab] = await allOrNothing(cleanup, [
    startControlPlane({
      port,
      addresses,
      secrets,
      folder,
      connectProxySocket,
      supervisor,
      cleanup,
      print,
    }),
    connectProxySocket === null
      ? Promise.resolve(null)
      : prepareLab(folder, port, connectProxySocket, cleanup, print),
  ]);
  const startLabAgents = async (
    preparedLab: NonNullable<Awaited<ReturnType<typeof prepareLab>>>,
  ): Promise<void> => {
    await registry.describeLab(preparedLab.stackLab.lab.describe());
    if (options.agents === false) return;
    const { api, dashboard } = addresses;
    const { releaseSigningKey } = secrets;
    await startAgents({
      ...{ folder, ...preparedLab, supervisor, cleanup, controlPlane },
      ...{ releaseSigningKey, api, dashboard },
    });
    print('gateways and client are up');
    await startExits({ folder, ...preparedLab, supervisor, controlPlane });
    print('exits are up');
  };
  await allOrNothing(cleanup, [
    startSite({ port, addresses, folder, supervisor, print }),
    preparedLab === null ? Promise.resolve() : startLabAgents(preparedLab),
  ]);
  await registry.ready();
  return {
    addresses,
    ...(preparedLab === null ? {} : { lab: preparedLab.stackLab.lab }),
    controlPlane,
    stateDir: folder.root,
    failed: failed.promise,
    stop: () => cleanup.releaseAll(),
  };
}

/** Returns the lab and its WireGuard program; null, with a message, if this machine cannot run it. */
async function prepareLab(
  folder: StateFolder,
  port: number,
  connectProxySocket: string,
  cleanup: Cleanup,
  print: (line: string) => void,
): Promise<{ stackLab: StackLab; wireguardGo: string | null; crates: InstalledCrates } | null> {
  const missing = await installMissingPackages(LAB_COMMANDS, print);
  const possible = await labPrerequisites();
  if (!possible.ok || missing !== null) {
    print(`Without the lab: ${possible.ok ? (missing ?? '') : `${possible.reason} ${possible.remedy}`}`);
    return null;
  }
  const noRust = await installRust(print);
  if (noRust !== null)
    throw new UserError(`${noRust} Without the lab it is not needed: npm start -- --no-lab`);
  const [wireguardGo, udpOffload, listener, relay, dnsFilter, transport, localResolver, stackLab] =
    await Promise.all([
      findWireguardGo(print),
      installCrate('udp-offload', print),
      installCrate('listener', print),
      installCrate('relay', print),
      installCrate('dns-filter', print),
      installCrate('transport', print),
      installCrate('local-resolver', print),
      startLab(folder, port, connectProxySocket, cleanup),
      makeCometCommand(folder.bin),
    ]);
  print('lab is up');
  return {
    stackLab,
    wireguardGo,
    crates: { udpOffload, listener, relay, dnsFilter, transport, localResolver },
  };
}
