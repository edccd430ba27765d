import { existsSync } from 'node:fs';
import { createDatabase } from '@comet/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocalDatabase } from '../../src/setup/apply.ts';
import { systemMachine } from '../../src/setup/machine.ts';

const psql = '/usr/bin/psql';
const why = existsSync(psql) ? '' : `: not run, because ${psql} is missing`;
/** Names with characters that SQL quotes. */
const wanted = { role: 'co"met-$1', password: `it's "one" \\ $two`, name: 'new \'data"base' };

describe.skipIf(why !== '')(`setup's database${why}`, () => {
  let server: Awaited<ReturnType<typeof createDatabase>>;
  let admin: pg.Client;

  beforeAll(async () => {
    server = await createDatabase();
    admin = new pg.Client({ connectionString: server.url });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.query(`drop database if exists ${pg.escapeIdentifier(wanted.name)}`);
    await admin.query(`drop role if exists ${pg.escapeIdentifier(wanted.role)}`);
    await admin.end();
    await server.drop();
  });

  const create = (given: typeof wanted) =>
    createLocalDatabase(async (args, input, environment) => {
      const { hostname, port, username, password } = new URL(server.url);
      const own = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
      const ended = await systemMachine.run([psql, ...args], {
        input,
        environment: { ...environment, ...own },
      });
      expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
    }, given);

  /** The role's stored password, and the owner of its database. */
  async function stored() {
    const { rows } = await admin.query<{ password: string; owner: string; encoding: string }>(
      `select a.rolpassword as password, r.rolname as owner, pg_encoding_to_char(d.encoding) as encoding
       from pg_database d join pg_roles r on r.oid = d.datdba join pg_authid a on a.rolname = $1 where d.datname = $2`,
      [wanted.role, wanted.name],
    );
    return rows;
  }

  test('role and database are created once, with the password of the settings', async () => {
    await create(wanted);
    const [first] = await stored();
    expect(first).toMatchObject({ owner: wanted.role, encoding: 'UTF8' });
    await create({ ...wanted, password: 'another' });
    const again = await stored();
    expect(again).toHaveLength(1);
    expect(again[0]?.password).not.toBe(first?.password);
  });
});
