import type { FastifyInstance } from 'fastify';
import { repliesIn, revokeIn, type AppDependencies } from './app-dependencies.ts';
import { createOperatorConsole } from './operator-console/operator-console-server.ts';
import { type SupportDeps, supportCommands } from './features/support/index.ts';
import { upstreamsCommand } from './features/upstreams/index.ts';
import { catalogueCommands } from './operate.ts';
import { createAttempts } from './platform/http/authentication/attempts.ts';
import { createCardHash } from './platform/keys/keyed-hashes.ts';
import type { Sealer } from './platform/keys/seal.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Catalogue } from './platform/paddle/catalogue.ts';

/** What the operator console uses of the API process, with its own jobs, emails and catalogue. */
type OperatorConsoleDependencies = Pick<
  AppDependencies,
  'settings' | 'keys' | 'passwords' | 'db' | 'clock' | 'quick' | 'log' | 'billing' | 'metrics' | 'blobs'
> & {
  readonly jobs: SupportDeps['jobs'];
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly catalogue: Catalogue;
};

/** Builds the operator console; null where it has no address. It does not listen yet. */
export function operatorConsoleIn(dependencies: OperatorConsoleDependencies): FastifyInstance | null {
  const { settings, keys, quick, clock } = dependencies;
  if (settings.operatorConsole === null) return null;
  const { dashboardUrl, supportMail, secondPersonAbove, trustedProxies } = settings;
  const attempts = createAttempts({ quick, clock, secret: keys.buckets });
  const deps = {
    ...{ ...dependencies, dashboardUrl, supportMail, secondPersonAbove },
    ...{
      revoke: revokeIn(dependencies),
      replies: repliesIn(dependencies),
      hashCard: createCardHash(keys.pepper),
    },
  };
  const run = async (operator: string, command: string, words: readonly string[]): Promise<string> => {
    const supporting = supportCommands[command];
    if (supporting !== undefined) return supporting({ ...deps, operator }, words);
    if (command === 'upstreams') return upstreamsCommand({ ...deps, operator }, words);
    const changing = catalogueCommands[command];
    if (changing === undefined) throw new Error(`There is no command ${command}`);
    return changing({ ...deps, operator }, words);
  };
  return createOperatorConsole({
    ...dependencies,
    attempts,
    url: settings.operatorConsole.url,
    trustedProxies,
    run,
  });
}

/** Starts the console where it has an address. */
export async function openOperatorConsole(
  dependencies: OperatorConsoleDependencies,
): Promise<FastifyInstance | null> {
  const operatorConsole = operatorConsoleIn(dependencies);
  if (operatorConsole === null || dependencies.settings.operatorConsole === null) return null;
  await operatorConsole.listen({
    host: dependencies.settings.operatorConsole.host,
    port: dependencies.settings.operatorConsole.port,
  });
  return operatorConsole;
}
