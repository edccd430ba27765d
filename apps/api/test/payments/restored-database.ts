import { createDatabase } from '@comet/testing';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/platform/database/database.ts';

/** A copy of a database as it was at one time, as a restored backup is one. */
export interface RestoredDatabase {
  readonly db: Database;
  drop(): Promise<void>;
}

/** Copies a database on the server; its connections are closed, and its pools open new ones. */
export async function copyDatabase(source: Database): Promise<RestoredDatabase> {
  const target = await createDatabase();
  const admin = new URL(target.url);
  const name = admin.pathname.slice(1);
  admin.pathname = '/postgres';
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(source);
  const from = rows[0]?.name ?? '';
  const server = openDatabase(admin.href, { connections: 1, onError: () => undefined });
  try {
    await sql`drop database ${sql.id(name)}`.execute(server);
    await copyWithoutConnections(server, from, name);
  } finally {
    await server.destroy();
  }
  const db = openDatabase(target.url, { connections: 8, onError: () => undefined });
  return {
    db,
    async drop() {
      await db.destroy();
      await target.drop();
    },
  };
}

/** A pool can reconnect between the two statements. */
async function copyWithoutConnections(server: Database, from: string, to: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${from}`.execute(server);
    try {
      await sql`create database ${sql.id(to)} template ${sql.id(from)}`.execute(server);
      return;
    } catch (error) {
      if (attempt === 20) throw error;
    }
  }
}
