import { feedInbox, feedStream, feedSubjects, maxUsageReportBytes, usageSubject } from '@comet/contract';
import { encodeUser } from '@nats-io/jwt';
import { fromPublic, fromSeed, type KeyPair } from '@nats-io/nkeys';

/** Half a day. The server closes the connection then, and the gateway requests another credential. */
const lifeSeconds = 12 * 3600;

/** Returns the subjects that a gateway may use: none of another gateway, and none that changes the stream. */
function permissionsOf(gatewayId: string) {
  const consumer = `${feedStream}.${gatewayId}`;
  return {
    pub: {
      allow: [
        feedSubjects.open(gatewayId),
        feedSubjects.ping(gatewayId),
        // In the domain of any server: the gateway may be connected to a leaf node.
        usageSubject('*', gatewayId),
        `$JS.API.CONSUMER.INFO.${consumer}`,
        `$JS.API.CONSUMER.MSG.NEXT.${consumer}`,
      ],
      deny: [],
    },
    sub: { allow: [`${feedInbox(gatewayId)}.>`], deny: [] },
  };
}

/** Returns the JWT of a gateway's NATS user, for the public key of its nkey; null where that is no key. It expires half a day after `now`. */
export async function issueCredential(
  accountSeed: string,
  gatewayId: string,
  { publicKey, now }: { readonly publicKey: string; readonly now: Date },
): Promise<string | null> {
  const key = keyOf(publicKey);
  if (key === null) return null;
  const exp = Math.floor(now.getTime() / 1000) + lifeSeconds;
  return encodeUser(
    gatewayId,
    key,
    fromSeed(Buffer.from(accountSeed)),
    {
      ...permissionsOf(gatewayId),
      subs: 20,
      payload: maxUsageReportBytes,
      data: -1,
      allowed_connection_types: ['STANDARD'],
    },
    { exp },
  );
}

function keyOf(publicKey: string): KeyPair | null {
  try {
    return fromPublic(publicKey);
  } catch {
    // Its checksum is wrong.
    return null;
  }
}
