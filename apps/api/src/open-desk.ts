import type { FastifyInstance } from 'fastify';
import { repliesIn, revokeIn, type World } from './world.ts';
import { createDesk } from './desk/desk-server.ts';
import { type SupportDeps, supportCommands } from './features/support/index.ts';
import { createPasswords } from './features/users/index.ts';
import { upstreamsCommand } from './features/upstreams/index.ts';
import { catalogueCommands } from './operate.ts';
import { createAttempts } from './platform/http/attempts.ts';
import { createCardHash } from './platform/keys/card-hash.ts';
import type { Sealer } from './platform/keys/seal.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Catalogue } from './platform/paddle/catalogue.ts';

/** What the desk works with, besides the world. */
type DeskWorld = Pick<World, 'settings' | 'keys' | 'db' | 'clock' | 'quick' | 'log' | 'billing'> & {
  readonly jobs: SupportDeps['jobs'];
  readonly outbox: Outbox;
  readonly sealer: Sealer;
  readonly catalogue: Catalogue;
};

/** The desk as it stands on the world; null where it has no address. It listens nowhere yet. */
export function deskIn(world: DeskWorld): FastifyInstance | null {
  const { settings, keys, quick, clock } = world;
  if (settings.desk === null) return null;
  const { dashboardUrl, supportMail, trustedProxies } = settings;
  const attempts = createAttempts({ quick, clock, secret: keys.buckets });
  const deps = {
    ...{ ...world, dashboardUrl, supportMail },
    ...{ revoke: revokeIn(world), replies: repliesIn(world), hashCard: createCardHash(keys.pepper) },
  };
  const run = async (operator: string, command: string, words: readonly string[]): Promise<string> => {
    const supporting = supportCommands[command];
    if (supporting !== undefined) return supporting({ ...deps, operator }, words);
    if (command === 'upstreams') return upstreamsCommand({ ...deps, operator }, words);
    const changing = catalogueCommands[command];
    if (changing === undefined) throw new Error(`There is no command ${command}`);
    return changing({ ...deps, operator }, words);
  };
  const passwords = createPasswords(keys.pepper);
  return createDesk({ ...world, attempts, passwords, url: settings.desk.url, trustedProxies, run });
}

/** Opens the desk where it has an address. */
export async function openDesk(world: DeskWorld): Promise<FastifyInstance | null> {
  const desk = deskIn(world);
  if (desk === null || world.settings.desk === null) return null;
  await desk.listen({ host: world.settings.desk.host, port: world.settings.desk.port });
  return desk;
}
