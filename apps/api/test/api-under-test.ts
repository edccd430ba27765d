import 'reflect-metadata';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Answer, createDatabase, send, type Speaker, wireRequest } from '@comet/testing';
import { api, type Endpoint, type RequestOf } from '@comet/contract';
import { type Clock, manualClock } from '@comet/foundation';
import * as x509 from '@peculiar/x509';
import { pino } from 'pino';
import { createApp } from '../src/app.ts';
import { revokeIn, type World } from '../src/world.ts';
import { listenForChanges, makeEnrolmentToken } from '../src/features/gateways/index.ts';
import { openKeys } from '../src/features/keys/index.ts';
import { seedLocations } from '../src/features/locations/index.ts';
import { answerResets } from '../src/features/passwords/index.ts';
import { seedPlans, seedPrices } from '../src/features/plans/index.ts';
import { openDatabase, openQuickStatements } from '../src/platform/database/database.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { createIdentityProviders } from '../src/platform/identity/offered.ts';
import { createAttempts } from '../src/platform/http/attempts.ts';
import { type KeyTexts, makeKeys } from '../src/platform/keys/key-files.ts';
import { createSealer } from '../src/platform/keys/seal.ts';
import { createOutbox } from '../src/platform/mail/outbox.ts';
import { readSettings } from '../src/settings.ts';
import { type PlayedCoingate, playCoingate } from './played-coingate.ts';
import { type PlayedBilling, playBilling } from './played-billing.ts';
import { type PlayedProvider, playProvider } from './played-provider.ts';
import { type RecordedJobs, recordJobs } from './recorded-jobs.ts';

const log = pino({ level: 'silent' });
export const metricsToken = 'a-token-for-metrics-that-only-tests-know';
export const webhookSecret = 'a-secret-that-only-tests-know';

/** A control plane on a database of its own, with a clock that the test moves and a payment provider that the test plays. */
export interface ApiUnderTest {
  readonly baseUrl: string;
  readonly world: World;
  readonly clock: Clock & { advance(milliseconds: number): void };
  readonly jobs: RecordedJobs;
  readonly provider: PlayedProvider;
  readonly coingate: PlayedCoingate;
  readonly billing: PlayedBilling;
  readonly revoke: ReturnType<typeof revokeIn>;
  call<E extends Endpoint>(
    endpoint: E,
    request: RequestOf<E>,
    speaker?: Speaker,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>;
  stop(): Promise<void>;
}

async function prepareDatabase(url: string): Promise<void> {
  const db = openDatabase(url, { connections: 1, onError: () => undefined });
  await migrate(db);
  await seedLocations(db);
  await seedPlans(db);
  await seedPrices(db);
  await db
    .updateTable('plans')
    .set({ paddlePriceId: 'pri_plain', paddleTrialPriceId: 'pri_trial' })
    .execute();
  await db
    .updateTable('prices')
    .set((set) => ({ paddleProductId: 'pro_extra', paddlePriceId: set.ref('id') }))
    .execute();
  await db.destroy();
}

/** Made once: every control plane of a test has a database of its own, and the same keys. */
let keyTexts: Promise<KeyTexts> | undefined;

/**
 * `environment` is what the API is told beyond what every test tells it; `emptyDatabase` one to use instead of its own; `connections` the size
 * of its pool.
 */
export async function startApi(
  environment: Readonly<Record<string, string>> = {},
  {
    emptyDatabase,
    connections = 16,
  }: { readonly emptyDatabase?: string; readonly connections?: number } = {},
): Promise<ApiUnderTest> {
  if (emptyDatabase !== undefined) await prepareDatabase(emptyDatabase);
  const database =
    emptyDatabase === undefined
      ? await createDatabase({ migrate: prepareDatabase, template: 'api' })
      : { url: emptyDatabase, drop: () => Promise.resolve() };
  const keysFolder = await mkdtemp(join(tmpdir(), 'comet-api-keys-'));
  const settings = readSettings({
    DATABASE_URL: database.url,
    KEYS_DIR: keysFolder,
    METRICS_TOKEN: metricsToken,
    PADDLE_WEBHOOK_SECRET: webhookSecret,
    COINGATE_API_TOKEN: 'a-token-that-only-tests-know',
    DASHBOARD_URL: 'https://dashboard.example',
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  });
  const clock = manualClock(new Date('2026-11-21T12:00:00.000Z'));
  const db = openDatabase(database.url, { connections, onError: () => undefined });
  const quick = openQuickStatements(database.url, { onError: () => undefined });
  keyTexts ??= makeKeys(clock.now());
  for (const [file, text] of await keyTexts) await writeFile(join(keysFolder, file), text, { mode: 0o600 });
  const keys = await openKeys({ db, clock, log, folder: keysFolder });
  const wake = listenForChanges({ databaseUrl: database.url, log });
  const provider = playProvider();
  const coingate = playCoingate();
  const billing = playBilling(clock);
  const sealer = createSealer(keys.seal);
  const jobs = recordJobs(sealer);
  const world: World = {
    ...{ settings, db, quick, clock, keys, jobs, wake, log },
    checkout: provider.checkout,
    coingate,
    billing,
    providers: createIdentityProviders(settings.social, { ...settings, clock }),
    heartbeatMs: 10_000,
    defaultLimit: { calls: 100_000, seconds: 60 },
  };
  const app = await createApp(world);
  const { dashboardUrl } = settings;
  const attempts = createAttempts({ quick, clock, secret: keys.buckets });
  const outbox = createOutbox(jobs, sealer);
  await answerResets(jobs, sealer, { db, clock, outbox, attempts, dashboardUrl });
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  let calls = 0;
  return {
    ...{ baseUrl, world, clock, jobs, provider, coingate, billing },
    revoke: revokeIn(world),
    call(endpoint, request, speaker, headers = {}) {
      // From an address of its own, so that limits play a part only in the tests about them.
      calls += 1;
      const source = `10.${(calls >> 8) & 255}.${calls & 255}.9`;
      const encoded = wireRequest(endpoint, request, speaker);
      return send(baseUrl, {
        ...encoded,
        headers: { 'x-forwarded-for': source, ...encoded.headers, ...headers },
      });
    },
    async stop() {
      await app.close();
      await wake.close();
      await quick.close();
      await db.destroy();
      await database.drop();
      await rm(keysFolder, { recursive: true });
    },
  };
}

/** An account that was made through the API. */
export interface TestUser extends Speaker {
  readonly token: string;
  readonly deviceId: string;
  readonly email: string;
  readonly password: string;
  readonly id: string;
}

let users = 0;

/** Signs a new user up, and confirms the address by the link in the mail unless told otherwise. */
export async function makeUser(
  under: ApiUnderTest,
  options: { readonly verified?: boolean; readonly email?: string; readonly password?: string } = {},
): Promise<TestUser> {
  users += 1;
  const email = options.email ?? `user-${users}@example.com`;
  const password = options.password ?? 'correct horse battery staple';
  const deviceId = randomUUID();
  const signedUp = await under.call(api.signUp, { body: { email, password } }, { deviceId });
  const { access_token: token } = signedUp.json as { access_token: string };
  if (options.verified !== false) {
    const query = { token: under.jobs.tokenMailedTo(email) };
    await under.call(api.confirmEmail, { query }, { deviceId });
  }
  const current = await under.call(api.currentUser, {}, { token, deviceId });
  const { id } = current.json as { id: string };
  return { token, deviceId, email, password, id };
}

export const newWireguardKey = (): string => {
  const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });
  return Buffer.from(String(x), 'base64url').toString('base64');
};

export async function newCertificateRequest(): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=whatever it says',
    keys,
    signingAlgorithm: algorithm,
  });
  return request.toString('pem');
}

/** A gateway that has enrolled and reported its health. */
export interface TestGateway extends Speaker {
  readonly token: string;
  readonly id: string;
}

export async function makeGateway(under: ApiUnderTest, location = 'nl-ams'): Promise<TestGateway> {
  const token = await makeEnrolmentToken(under.world, location);
  if (token === null) throw new Error('no such location');
  const body = {
    token,
    wireguardPublicKey: newWireguardKey(),
    wireguardPort: 51820,
    doorPort: 443,
    ipv4: '203.0.113.101',
    ipv6: null,
    certificateRequest: await newCertificateRequest(),
  };
  const enrolled = await under.call(api.enrolGateway, { body });
  const { gateway_id: id, credential } = enrolled.json as { gateway_id: string; credential: string };
  const gateway = { token: credential, id };
  await under.call(api.reportHealth, { body: { version: '1.0.0', peers: 0, loadPercent: 5 } }, gateway);
  return gateway;
}
