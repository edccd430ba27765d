import { createUser } from '@nats-io/nkeys';
import { connect, jwtAuthenticator } from '@nats-io/transport-node';
import { api, feedInbox, feedStream, feedSubjects, usageStream, usageSubject } from '@comet/contract';
import type { ControlPlane } from './nats-follower.ts';

/** Something that a gateway's credential must not permit, and how the attempt ended. */
export type Attempt = readonly [name: string, outcome: string];

/** Tries, with a new credential of the gateway `own`, what only `other` or the API may do. */
export async function tryForbidden(
  server: string,
  controlPlane: ControlPlane,
  { own, other }: { readonly own: string; readonly other: string },
): Promise<readonly Attempt[]> {
  const user = createUser();
  const issued = await controlPlane.call(api.issueFeedCredential, {
    body: { publicKey: user.getPublicKey() },
  });
  if (!issued.ok || issued.value.jwt === null) throw new Error('There is no credential');
  const connection = await connect({
    servers: server,
    authenticator: jwtAuthenticator(issued.value.jwt, user.getSeed()),
    inboxPrefix: feedInbox(own),
    reconnect: false,
  });
  const outcomeOf = (attempt: Promise<unknown>): Promise<string> =>
    attempt.then(
      () => 'permitted',
      (error: unknown) => String(error),
    );
  const subscribing = (subject: string) =>
    new Promise<void>((resolve, reject) => {
      connection.subscribe(subject, { callback: (error) => (error === null ? resolve() : reject(error)) });
      // The server processes commands in order: it has refused the subscription before it replies to the ping.
      void connection.flush().then(() => setImmediate(resolve));
    });
  const requesting = (subject: string) => connection.request(subject, '{}', { timeout: 2_000 });
  const consumer = `${feedStream}.${other}`;
  const attempts: Attempt[] = [];
  for (const subject of [
    feedSubjects.changes(other),
    feedSubjects.all,
    'feed.>',
    'usage.>',
    `${feedInbox(other)}.>`,
  ])
    attempts.push([`subscribe ${subject}`, await outcomeOf(subscribing(subject))]);
  for (const subject of [
    feedSubjects.open(other),
    feedSubjects.ping(other),
    feedSubjects.changes(own),
    feedSubjects.reset,
    usageSubject('hub', other),
    usageSubject('leaf-ams', other),
    `$JS.API.CONSUMER.MSG.NEXT.${usageStream}.api`,
    `$JS.ACK.${usageStream}.api.1.1.1.1.0`,
    `$JS.API.STREAM.PURGE.${usageStream}`,
    `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
    `$JS.API.CONSUMER.CREATE.${feedStream}.${own}`,
    `$JS.API.CONSUMER.CREATE.${feedStream}.${own}.feed.all`,
    `$JS.API.CONSUMER.DELETE.${feedStream}.${own}`,
    `$JS.API.DIRECT.GET.${feedStream}`,
    `$JS.API.STREAM.MSG.GET.${feedStream}`,
    `$JS.API.STREAM.DELETE.${feedStream}`,
  ])
    attempts.push([`request ${subject}`, await outcomeOf(requesting(subject))]);
  await connection.close();
  return attempts;
}
