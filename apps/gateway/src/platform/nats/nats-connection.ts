import { api, feedInbox } from '@comet/contract';
import { natsTls } from '@comet/foundation';
import { createUser, type KeyPair } from '@nats-io/nkeys';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { ControlPlane } from '../control-plane/control-plane.ts';

/** Milliseconds to wait for a connection. */
const connectMs = 3_000;

/** A NATS user of this gateway: its JWT from the control plane, for a key that was created here. */
export interface NatsCredential {
  readonly user: KeyPair;
  readonly jwt: string;
}

/** Requests a credential; returns the reason where there is none. */
export async function issueNatsCredential(call: ControlPlane['call']): Promise<NatsCredential | string> {
  const user = createUser();
  const issued = await call(api.issueFeedCredential, { body: { publicKey: user.getPublicKey() } });
  if (!issued.ok) return issued.error.reason;
  const { jwt } = issued.value;
  return jwt === null ? 'the control plane has no NATS' : { user, jwt };
}

/** Connects to the first of `servers` that can be reached. A lost connection is not repaired. Throws if none can be used. */
export function connectWith(
  { user, jwt }: NatsCredential,
  servers: readonly string[],
  gatewayId: string,
): Promise<NatsConnection> {
  return connect({
    servers: [...servers],
    ...natsTls(servers),
    noRandomize: true,
    ignoreClusterUpdates: true,
    name: `comet-gateway ${gatewayId}`,
    authenticator: jwtAuthenticator(jwt, user.getSeed()),
    inboxPrefix: feedInbox(gatewayId),
    timeout: connectMs,
    reconnect: false,
  });
}

/** The JetStream domain of the connected server, which it sends in its INFO; the client's types lack it. */
export function domainOf({ info }: NatsConnection): string | null {
  const { domain } = (info ?? {}) as { readonly domain?: string };
  return domain ?? null;
}
