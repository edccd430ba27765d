import { createApp } from '../../src/app.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import type { ApiUnderTest } from '../fixture/api-fixture.ts';

/** Another API instance on the same database. */
export interface Replica {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

export async function startReplica(of: ApiUnderTest, trustedProxies: readonly string[]): Promise<Replica> {
  const settings = { ...of.dependencies.settings, trustedProxies };
  const db = openDatabase(settings.databaseUrl, { connections: 8, onError: () => undefined });
  const app = await createApp({ ...of.dependencies, db, settings });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const stop = async () => {
    await app.close();
    await db.destroy();
  };
  return { baseUrl, stop };
}
