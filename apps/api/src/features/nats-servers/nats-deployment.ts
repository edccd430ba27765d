import { randomBytes } from 'node:crypto';
import { encodeAccount, encodeOperator, encodeUser, fmtCreds } from '@nats-io/jwt';
import { createAccount, createOperator, createUser, fromSeed } from '@nats-io/nkeys';
import * as z from 'zod/mini';
import { feedStream, hubDomain, usageStream, usageSubject } from '@comet/contract';

const name = z.string().check(z.regex(/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/));
const host = z.string().check(z.regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/));

/** A server of the cluster: its name, and the host at which the others, leaf nodes and clients reach it. */
export const hubServer = z.object({ name, host });
export const leafName = name;

export type HubServer = z.output<typeof hubServer>;

/** The NATS servers of a service and their keys, as in `nats.json`: a secret, which only the operator of the service needs. */
export const natsDeployment = z.object({
  version: z.literal(1),
  servers: z.array(hubServer).check(z.minLength(1), z.maxLength(9)),
  operatorSeed: z.string(),
  operatorJwt: z.string(),
  /** The account of the service, whose seed signs the users. */
  account: z.object({ publicKey: z.string(), seed: z.string(), jwt: z.string() }),
  /** nats-server needs an account of its own for JetStream in a cluster; it has no users. */
  systemAccount: z.object({ publicKey: z.string(), jwt: z.string() }),
  /** The password with which servers of the cluster connect to each other. */
  clusterPassword: z.string(),
  /** PEM of the operator's own authority for the servers' certificates; null for a public one. */
  ca: z._default(z.nullable(z.string()), null),
});

export type NatsDeployment = z.output<typeof natsDeployment>;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('ascii');
const unlimited = -1;

/** Creates the keys of a new deployment; `ca` as in `natsDeployment`. */
export async function createDeployment(
  servers: readonly HubServer[],
  ca: string | null,
): Promise<NatsDeployment> {
  const operator = createOperator();
  const account = createAccount();
  const system = createAccount();
  const systemKey = system.getPublicKey();
  const limits = {
    ...{ subs: unlimited, data: unlimited, payload: unlimited, conn: unlimited, leaf: unlimited },
    ...{ imports: unlimited, exports: unlimited, wildcards: true },
  };
  const storage = {
    mem_storage: unlimited,
    disk_storage: unlimited,
    streams: unlimited,
    consumer: unlimited,
  };
  return {
    version: 1,
    servers: [...servers],
    operatorSeed: text(operator.getSeed()),
    operatorJwt: await encodeOperator('comet', operator, { system_account: systemKey }),
    account: {
      publicKey: account.getPublicKey(),
      seed: text(account.getSeed()),
      jwt: await encodeAccount('comet', account, { limits: { ...limits, ...storage } }, { signer: operator }),
    },
    systemAccount: {
      publicKey: systemKey,
      jwt: await encodeAccount('system', system, { limits }, { signer: operator }),
    },
    clusterPassword: randomBytes(24).toString('base64url'),
    ca,
  };
}

/** Subjects on which a leaf node may not publish: it copies the feed, stores reports of its gateways, and changes nothing. */
const forbiddenToLeaves = [
  'feed.gateway.>',
  'feed.all',
  'feed.reset',
  'feed.heartbeat.>',
  usageSubject(hubDomain, '>'),
  `$JS.ACK.${usageStream}.>`,
  `$JS.ACK.${hubDomain}.*.${usageStream}.>`,
  ...['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE'].map(
    (action) => `$JS.hub.API.STREAM.${action}.>`,
  ),
  `$JS.hub.API.CONSUMER.DELETE.${feedStream}.>`,
  `$JS.hub.API.CONSUMER.*.${usageStream}.>`,
  `$JS.hub.API.CONSUMER.*.*.${usageStream}.>`,
  `$JS.hub.API.STREAM.*.${usageStream}`,
  `$JS.hub.API.STREAM.MSG.*.${usageStream}`,
  `$JS.hub.API.DIRECT.GET.${usageStream}.>`,
];

/** Returns the credentials file with which a leaf node connects to the cluster. */
export async function leafCredentials({ account }: NatsDeployment, leaf: string): Promise<string> {
  const user = createUser();
  const jwt = await encodeUser(`leaf-${leaf}`, user, fromSeed(Buffer.from(account.seed)), {
    pub: { allow: ['>'], deny: forbiddenToLeaves },
    sub: { allow: ['>'], deny: [] },
    allowed_connection_types: ['LEAFNODE'],
  });
  return Buffer.from(fmtCreds(jwt, user)).toString('utf8');
}
