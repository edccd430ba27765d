import { type Lab, labPrerequisites } from '@comet/lab';
import { type Addresses, addressesOf, portBlock } from './addresses.ts';
import { type ControlPlane, startControlPlane } from './control-plane/start.ts';
import { type InstalledCrates, startAgents } from './field/agents.ts';
import { startExits } from './field/exits.ts';
import { makeCometCommand } from './field/comet-command.ts';
import { type Field, startLab, wayIntoLab } from './field/start-lab.ts';
import { installMissingPackages, LAB_COMMANDS } from './machine/debian-packages.ts';
import { isFree } from './machine/ports.ts';
import { installCrate } from './machine/cargo.ts';
import { installRust } from './machine/rust.ts';
import { findWireguardGo } from './machine/wireguard-go.ts';
import { Refusal } from './refusal.ts';
import { allOrNothing, type Belongings, createBelongings } from './service/belongings.ts';
import { createSupervisor } from './service/supervisor.ts';
import { startSite } from './site/start.ts';
import type { StackOptions } from './start-options.ts';
import { openStateFolder, type StateFolder } from './state/folder.ts';
import { clearLeftovers, takeLock } from './state/leftovers.ts';
import { createRegister } from './state/stack-file.ts';
import { openSecrets } from './state/secrets.ts';

interface StartEnvironment extends StackOptions {
  /** False leaves the lab's machines empty, for a test that installs packages on them. */
  readonly agents?: boolean;
  /** Called with lines of progress. */
  readonly say?: (line: string) => void;
  /** Ends the start when it is aborted; what was started by then is ended again. */
  readonly signal?: AbortSignal;
}

/** The whole service, up on this machine. */
export interface RunningStack {
  readonly addresses: Addresses;
  /** Undefined with `lab: false`, and where the machine cannot hold one. */
  readonly lab?: Lab;
  readonly controlPlane: ControlPlane;
  readonly stateDir: string;
  /** Resolves with a sentence when a part died that nothing works without. The rest still runs: stop it. */
  readonly failed: Promise<string>;
  /** Ends every process and namespace; data stays. */
  stop(): Promise<void>;
}

/**
 * Starts the whole service on one machine: PostgreSQL, sandbox, API, dashboard, and the lab with its gateways and
 * its client. Throws a Refusal if something prevents it; nothing is left running then.
 */
export async function startStack(options: StartEnvironment): Promise<RunningStack> {
  const say = options.say ?? (() => undefined);
  const folder = await openStateFolder(options.state);
  const lock = await takeLock(folder);
  if (lock === null) {
    throw new Refusal(
      `Comet already runs on ${folder.root}: use it, or end it with npm stop -- --state ${folder.root}`,
    );
  }
  const belongings = createBelongings();
  const close = (): void => belongings.close();
  options.signal?.addEventListener('abort', close, { once: true });
  await belongings.keep(async () => lock.release());
  try {
    if (await clearLeftovers(folder))
      say('The last start on this folder was cut off; what it left running was ended.');
    await refuseBusyPorts(options.port);
    return await startEverything({ ...options, say }, folder, belongings);
  } catch (error) {
    await belongings.releaseAll();
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', close);
  }
}

async function refuseBusyPorts(first: number): Promise<void> {
  for (const [name, port] of Object.entries(portBlock(first))) {
    if (await isFree(port)) continue;
    throw new Refusal(
      `Port ${port}, wanted for the ${name}, is in use: end what listens there, or take another block of ports ` +
        `with npm start -- --port ${first > 60_000 ? 4800 : first + 100}`,
    );
  }
}

async function startEverything(
  options: Omit<StartEnvironment, 'say'> & { readonly say: (line: string) => void },
  folder: StateFolder,
  belongings: Belongings,
): Promise<RunningStack> {
  const { say, port } = options;
  const secrets = await openSecrets(folder);
  const addresses = addressesOf(port, secrets.databasePassword);
  const register = createRegister(folder, addresses);
  await belongings.keep(() => register.forget());
  await register.born('stack', process.pid);
  const failed = Promise.withResolvers<string>();
  const { logs } = folder;
  const fatal = failed.resolve;
  const supervisor = createSupervisor({ logs, belongings, born: register.born, fatal, say });

  const wayIn = options.lab ? await wayIntoLab(folder) : null;
  const [controlPlane, ground] = await allOrNothing(belongings, [
    startControlPlane({
      port,
      addresses,
      secrets,
      folder,
      wayIn,
      supervisor,
      belongings,
      register,
      fatal,
      say,
    }),
    wayIn === null ? Promise.resolve(null) : prepareLab(folder, port, wayIn, belongings, say),
  ]);
  const fillLab = async (laid: NonNullable<Awaited<ReturnType<typeof prepareLab>>>): Promise<void> => {
    await register.describeLab(laid.field.lab.describe());
    if (options.agents === false) return;
    const { api, dashboard } = addresses;
    const { releaseSigningKey } = secrets;
    await startAgents({
      ...{ folder, ...laid, supervisor, belongings, controlPlane },
      ...{ releaseSigningKey, api, dashboard },
    });
    say('gateways and client are up');
    await startExits({ folder, ...laid, supervisor, controlPlane });
    say('exits are up');
  };
  await allOrNothing(belongings, [
    startSite({ port, addresses, folder, supervisor, say }),
    ground === null ? Promise.resolve() : fillLab(ground),
  ]);
  await register.ready();
  return {
    addresses,
    ...(ground === null ? {} : { lab: ground.field.lab }),
    controlPlane,
    stateDir: folder.root,
    failed: failed.promise,
    stop: () => belongings.releaseAll(),
  };
}

/** The lab and its WireGuard program, or null if this machine cannot run it (which is printed). */
async function prepareLab(
  folder: StateFolder,
  port: number,
  wayIn: string,
  belongings: Belongings,
  say: (line: string) => void,
): Promise<{ field: Field; wireguardGo: string | null; crates: InstalledCrates } | null> {
  const missing = await installMissingPackages(LAB_COMMANDS, say);
  const possible = await labPrerequisites();
  if (!possible.ok || missing !== null) {
    say(`Without the lab: ${possible.ok ? (missing ?? '') : `${possible.reason} ${possible.remedy}`}`);
    return null;
  }
  const noRust = await installRust(say);
  if (noRust !== null) throw new Refusal(`${noRust} Without the lab it is not needed: npm start -- --no-lab`);
  const [wireguardGo, udpOffload, listener, relay, dnsFilter, field] = await Promise.all([
    findWireguardGo(say),
    installCrate('udp-offload', say),
    installCrate('listener', say),
    installCrate('relay', say),
    installCrate('dns-filter', say),
    startLab(folder, port, wayIn, belongings),
    makeCometCommand(folder.bin),
  ]);
  say('lab is up');
  return { field, wireguardGo, crates: { udpOffload, listener, relay, dnsFilter } };
}
