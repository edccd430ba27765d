import { natsFault, natsTls } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import { encodeUser } from '@nats-io/jwt';
import { createUser, fromSeed } from '@nats-io/nkeys';
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node';

/** The NATS servers, and the seed of the account (an nkey, `SA…`) whose users the service creates. */
export interface NatsSettings {
  readonly servers: readonly string[];
  readonly accountSeed: string;
}

const retryMs = 1_000;

/**
 * Connects as a user that may use every subject of the account. Retries until the first connection; a later one is repaired in the
 * background. Rejects if `signal` is aborted before.
 */
export async function connectToNats(
  { servers, accountSeed }: NatsSettings,
  log: Log,
  signal: AbortSignal,
): Promise<NatsConnection> {
  const user = createUser();
  // The seed never leaves this process: the JWT needs no expiry.
  const jwt = await encodeUser('comet-api', user, fromSeed(Buffer.from(accountSeed)));
  for (;;) {
    signal.throwIfAborted();
    try {
      const connection = await connect({
        servers: [...servers],
        name: 'comet-api',
        ...natsTls(servers),
        // All servers are listed: those that a server announces have addresses without a name in their certificate.
        ignoreClusterUpdates: true,
        authenticator: jwtAuthenticator(jwt, user.getSeed()),
        maxReconnectAttempts: -1,
        reconnectTimeWait: retryMs,
        ignoreAuthErrorAbort: true,
      });
      log.info('connected to NATS');
      return connection;
    } catch (error) {
      log.warn({ reason: natsFault(error) }, 'cannot connect to NATS');
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
