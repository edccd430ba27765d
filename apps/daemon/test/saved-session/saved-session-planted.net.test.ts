import { existsSync } from 'node:fs';
import { chmod, chown, readFile, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { field as addresses } from '../fleet/addresses.ts';
import { fieldStartedAnew } from '../fleet/test-network-fixture.ts';
import { savedSessionOf, receivedAtOnce, partWithSavedSession, tell } from '../first-moments.ts';
import { plant } from './plant-saved-session.ts';

const field = fieldStartedAnew();

/** Changes what was left, by fields: `starts.0.mtu`. */
const change = (way: string, value: unknown) => plant(savedSessionOf(field), way.split('.'), value);

describe('a planted saved session', () => {
  const elsewhere = () => join(field.folder, 'elsewhere');

  test.each<[string, () => Promise<void>]>([
    [
      'is a link',
      async () => {
        await rename(savedSessionOf(field), elsewhere());
        await symlink(elsewhere(), savedSessionOf(field));
      },
    ],
    ['can be read by others', () => chmod(savedSessionOf(field), 0o644)],
    ['is of another user', () => chown(savedSessionOf(field), 65_534, 65_534)],
    ['has no start in it', () => change('starts.0', null)],
    ['is of another link', () => change('starts.0.addresses.link', 'evil0')],
  ])('and that %s is not believed: the command goes its usual way', async (_, planted) => {
    const usual = await partWithSavedSession(field);
    await planted();
    const serving = field.startDaemon();
    expect(await tell(field, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
    await serving;
    expect(existsSync(savedSessionOf(field))).toBe(false);
    expect(field.daemonLog).not.toContain('saved session: ');
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
      await receivedAtOnce(field, 'saved session: ', async () => {
        const usual = await partWithSavedSession(field);
        await change(way, value);
        const serving = field.startDaemon();
        expect(await tell(field, 'connect')).toEqual({ said: usual, exitCode: 0, wasServing: true });
        await serving;
      });
      expect(await field.seenAs()).toBe(addresses.lease4);
      expect((await field.inClient('nft', 'list', 'tables')).stdout).toBe('table inet comet\n');
      expect(await readFile(field.resolvConf, 'utf8')).not.toContain('192.0.2.66');
    },
  );
});
