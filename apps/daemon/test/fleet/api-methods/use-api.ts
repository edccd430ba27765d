import { createHash, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishKey, readSigner, signRelease } from '@comet/admission';
import { unixSeconds } from '@comet/foundation';
import { beforeAll, expect } from 'vitest';
import { platformOf } from '../../../src/updates/release-source.ts';
import { apiFront } from '../addresses.ts';
import type { apiFrontNetwork } from '../api-front-network.ts';
import { askDaemon } from '../ask-daemon.ts';
import type { TestNetwork } from '../test-network.ts';

const packageFile = { name: 'comet_99.0.0_amd64.deb', content: Buffer.alloc(3_000_000, 'package') };

/** The API by its name, as clients and relays write it. */
export const apiAuthority = `${apiFront.host}:${apiFront.port}`;

/** Everything that a daemon needs the API for, with a release that the API's host serves. Use it after `apiFrontNetwork`. */
export function apiUses(network: TestNetwork, front: ReturnType<typeof apiFrontNetwork>) {
  const updates = join(network.folder, 'updates');
  let stateFolder = '';
  /** What the API had served when the daemon started. */
  let before = { tickets: 0, lists: 0 };

  beforeAll(() => publishRelease(network.folder));

  const environment = (part: Readonly<Record<string, string>>) =>
    front.environment({
      COMET_STATE_DIR: stateFolder,
      COMET_RELEASES: join(network.folder, 'releases.json'),
      COMET_UPDATE_DIR: updates,
      ...part,
    });
  const working = async () =>
    (JSON.parse((await network.comet('api', 'status', '--json')).stdout) as { readonly working: string })
      .working;

  /** A request that failed on the blocked network is repeated after up to half a minute. */
  const slowly = { timeout: 60_000 };

  return {
    /** Starts a daemon without earlier state. */
    async start(part: Readonly<Record<string, string>> = {}): Promise<void> {
      stateFolder = await mkdtemp(join(network.folder, 'state-'));
      before = await network.set({});
      await network.startDaemon(environment(part));
    },
    /** Starts a daemon with the state of the former one. */
    async startAgain(part: Readonly<Record<string, string>> = {}): Promise<void> {
      await network.endDaemon('SIGTERM');
      before = await network.set({});
      await network.startDaemon(environment(part));
    },
    /** The content of the stored server list; empty without one. */
    async storedList(): Promise<string> {
      const state = JSON.parse(await readFile(join(stateFolder, 'state.json'), 'utf8')) as {
        readonly serverList: { readonly document: string } | null;
      };
      const payload = state.serverList?.document.split('.')[1] ?? '';
      return Buffer.from(payload, 'base64url').toString();
    },
    /** Signs in and gets tickets, a server list (perhaps before the sign-in) and an update by this method. */
    async useAll(method: string): Promise<void> {
      await rm(updates, { recursive: true, force: true });
      expect(await network.logIn()).toMatchObject({ code: 0 });
      expect(await working()).toBe(method);
      await expect
        .poll(async () => {
          const { tickets, lists } = await network.set({});
          return [tickets > before.tickets, lists > before.lists];
        }, slowly)
        .toEqual([true, true]);
      const { path } = await askDaemon(network.socket, 'update.fetch', {});
      expect((await readFile(path)).equals(packageFile.content)).toBe(true);
      expect(await working()).toBe(method);
    },
  };
}

/** Publishes a release at the API's host, signed by a key that the daemon trusts. */
async function publishRelease(folder: string): Promise<void> {
  const signer = readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const now = unixSeconds(new Date());
  const platform = platformOf(process.arch);
  const manifest = signRelease(signer, {
    ...{ product: 'comet', platform, channel: 'stable', version: '99.0.0' },
    ...{ notes: 'Faster.', file: packageFile.name, bytes: packageFile.content.length },
    sha256: createHash('sha256').update(packageFile.content).digest('hex'),
    ...{ issued: now, expires: now + 24 * 3600 },
  });
  const source = {
    folder: `https://${apiAuthority}/releases/stable/`,
    ...{ channel: 'stable', keys: [publishKey(signer)] },
  };
  await writeFile(join(folder, 'releases.json'), JSON.stringify(source));
  await writeFile(join(folder, `${platform}.json`), manifest);
  await writeFile(join(folder, packageFile.name), packageFile.content);
}
