import { existsSync } from 'node:fs';
import { chmod, chown, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { addresses } from '../fleet/addresses.ts';
import { restartedTestNetwork } from '../fleet/test-network-fixture.ts';
import {
  savedSessionFile,
  retryUntilEarly,
  stopWithSavedSession,
  runEarlyCommand,
} from '../early-commands.ts';
import { plant } from './plant-saved-session.ts';

const network = restartedTestNetwork();

/** Changes fields of the saved session: `starts.0.mtu`. */
const plantValue = (way: string, value: unknown) => plant(savedSessionFile(network), way.split('.'), value);

describe('a planted saved session', () => {
  const elsewhere = () => join(network.folder, 'elsewhere');

  test.each<[string, () => Promise<void>]>([
    [
      'is a link',
      async () => {
        await rename(savedSessionFile(network), elsewhere());
        await symlink(elsewhere(), savedSessionFile(network));
      },
    ],
    ['can be read by others', () => chmod(savedSessionFile(network), 0o644)],
    ['is of another user', () => chown(savedSessionFile(network), 65_534, 65_534)],
    ['has no start in it', () => plantValue('starts.0', null)],
    ['is of another link', () => plantValue('starts.0.addresses.link', 'evil0')],
  ])('that %s is ignored: the loaded daemon executes the command', async (_, planted) => {
    const usualReply = await stopWithSavedSession(network);
    await planted();
    const serving = network.startDaemon();
    expect(await runEarlyCommand(network, 'connect')).toEqual({
      stdout: usualReply,
      exitCode: 0,
      wasServing: true,
    });
    await serving;
    expect(existsSync(savedSessionFile(network))).toBe(false);
    expect(network.daemonLog).not.toContain('saved session: ');
  });

  test.each([
    ['names a link that is none', 'starts.0.policy.tunnel.link', 'x" accept; add table inet evil; "'],
    ['has a line more in an address', 'starts.0.addresses.ipv4', '100.64.33.7\nlink add evil type dummy'],
    ['has a line more in an endpoint', 'starts.0.peer.endpoint', '192.0.2.2:51820\nfwmark=0'],
    ['has a line more in a resolver', 'starts.0.resolvers', ['100.64.0.1\nnameserver 192.0.2.66']],
    ['has a path for a key', 'privateKey', '../../etc/passwd'],
  ])(
    'and that %s is refused by who would write it: the command goes its usual way',
    async (_, way, value) => {
      await retryUntilEarly(network, 'saved session: ', async () => {
        const usualReply = await stopWithSavedSession(network);
        await plantValue(way, value);
        const serving = network.startDaemon();
        expect(await runEarlyCommand(network, 'connect')).toEqual({
          stdout: usualReply,
          exitCode: 0,
          wasServing: true,
        });
        await serving;
      });
      expect(await network.seenAs()).toBe(addresses.lease4);
      expect((await network.inClient('nft', 'list', 'tables')).stdout).toBe('table inet comet\n');
      expect(await readFile(network.resolvConf, 'utf8')).not.toContain('192.0.2.66');
    },
  );
});
