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
    ['other users can read', () => chmod(savedSessionFile(network), 0o644)],
    ['belongs to another user', () => chown(savedSessionFile(network), 65_534, 65_534)],
    ['contains no session', () => plantValue('starts.0', null)],
    ['is for another link', () => plantValue('starts.0.addresses.link', 'evil0')],
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
    expect(network.daemonLog).not.toContain('The saved session could not be restored');
  });

  test.each([
    ['contains an invalid link name', 'starts.0.policy.tunnel.link', 'x" accept; add table inet evil; "'],
    ['has a second line in an address', 'starts.0.addresses.ipv4', '100.64.33.7\nlink add evil type dummy'],
    ['has a second line in an endpoint', 'starts.0.peer.endpoint', '192.0.2.2:51820\nfwmark=0'],
    ['has a second line in a resolver', 'starts.0.resolvers', ['100.64.0.1\nnameserver 192.0.2.66']],
    ['has a path instead of a key', 'privateKey', '../../etc/passwd'],
  ])('that %s is rejected by the writer: the loaded daemon executes the command', async (_, way, value) => {
    await retryUntilEarly(network, 'The saved session could not be restored', async () => {
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
  });
});
