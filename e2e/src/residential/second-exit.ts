import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWireguardGo, isExitReady } from '@comet/stack';
import type { ExecResult, Lab } from '@comet/lab';
import { runSql } from '../support/database.ts';

/** A second exit in New York, on the lab host without IPv6. */
export interface SecondExit {
  /** Runs a `comet-exit` command for this exit. */
  run(...args: readonly string[]): Promise<ExecResult>;
  /** Withdraws the exit and waits until its process ends. */
  end(): Promise<void>;
}

/** `onAnotherGateway`: at another gateway than the first exit. `withoutKey`: as if it had joined before credentials were bound to keys. */
export async function startSecondExit(
  lab: Lab,
  state: string,
  {
    onAnotherGateway = false,
    withoutKey = false,
  }: { readonly onAnotherGateway?: boolean; readonly withoutKey?: boolean } = {},
): Promise<SecondExit> {
  const token = randomBytes(24).toString('base64url');
  await runSql(
    `insert into exit_invitations (token_hash, country, city, city_name, latitude, longitude, use, created_at, expires_at)
     values ($1, 'US', 'nyc', 'New York', 40.71, -74.01, 'native', now(), now() + interval '1 hour')`,
    [createHash('sha256').update(token).digest()],
  );
  const folder = join(state, 'lab', 'second-exit');
  const env = {
    ...{ COMET_API_URL: 'http://api.comet.test', COMET_API_PLAINTEXT: '1' },
    COMET_EXIT_STATE_DIR: folder,
    COMET_EXIT_INTERFACE: `ex2-${lab.id}`,
    WIREGUARD_GO: (await findWireguardGo(console.log)) ?? 'wireguard-go',
  };
  const argv = [process.execPath, join(import.meta.dirname, '../../../apps/exit/src/main.ts')];
  const run = (...args: readonly string[]) =>
    lab.exec('exit-de', [...argv, ...args], { env, timeoutMs: 20_000 });
  const joined = await run('join', token, '--agree', 'A neighbour');
  if (joined.code !== 0) throw new Error(`It could not join: ${joined.stdout}${joined.stderr}`);
  if (withoutKey) await removeKey(join(folder, 'membership.json'));
  if (onAnotherGateway)
    await runSql(
      `update exits set gateway_id = (
         select id from gateways where retired_at is null and last_heard_at > now() - interval '1 minute'
           and id not in (select gateway_id from exits where withdrawn_at is null and gateway_id is not null) limit 1
       ) where id = (select id from exits order by consented_at desc limit 1)`,
    );
  // With the capabilities of deploy/systemd/comet-exit.service only.
  const restricted = ['setpriv', '--bounding-set', '-all,+net_admin', '--inh-caps', '-all', '--no-new-privs'];
  const child = lab.spawn('exit-de', [...restricted, ...argv, 'serve'], { env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  for (const deadline = Date.now() + 30_000; !(await isExitReady(folder)); await sleep(50))
    if (Date.now() > deadline) throw new Error('The second exit does not carry');
  return {
    run,
    async end() {
      await run('withdraw', '--yes');
      await ended;
    },
  };
}

/** Deletes the credential key of a joined exit from its state file and from the database. */
async function removeKey(path: string): Promise<void> {
  const { credentialKey: _, credentialExpiresAt: __, ...before } = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify(before));
  await runSql('update exits set credential_key = null, credential_expires_at = null where id = $1', [
    before.exitId,
  ]);
}
