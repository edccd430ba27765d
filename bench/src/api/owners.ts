import { randomUUID } from 'node:crypto';
import { api } from '@comet/contract';
import type { Addresses } from '@comet/stack';
import pg from 'pg';

/** Somebody with a confirmed account and a device that it knows. */
export interface Owner {
  readonly email: string;
  readonly password: string;
  readonly deviceId: string;
}

/** Signs people up through the API, so that their passwords are hashed as it hashes them, and confirms their addresses by hand. */
export async function makeOwners(addresses: Addresses, count: number): Promise<readonly Owner[]> {
  const batch = randomUUID();
  const owners = Array.from({ length: count }, (_, index) => ({
    email: `owner-${index}-${batch}@example.com`,
    password: 'correct horse battery staple',
    deviceId: randomUUID(),
  }));
  for (const [index, { email, password, deviceId }] of owners.entries()) {
    const answer = await fetch(`${addresses.api}${api.signUp.path}`, {
      method: api.signUp.method,
      headers: {
        'content-type': 'application/json',
        'app-identifier': deviceId,
        'x-forwarded-for': `10.49.${index}.1`,
      },
      body: JSON.stringify({ email, password }),
    });
    if (answer.status !== api.signUp.status) throw new Error(`Signing up answered ${answer.status}`);
  }
  const client = new pg.Client({ connectionString: addresses.database });
  await client.connect();
  await client.query('update users set verified_at = now() where email = any($1)', [
    owners.map(({ email }) => email),
  ]);
  await client.end();
  return owners;
}
