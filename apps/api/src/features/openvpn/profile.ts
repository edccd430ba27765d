import type { OpenvpnOffer } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import {
  gatewaysInService,
  type KnownGateway,
  openvpnSecretsOf,
  leastLoaded,
  serverNameOf,
} from '../gateways/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { pemOf } from '@comet/tunnel-config';

const clientKeyLength = 256;

const serverKeyLength = 128;

/**
 * Creates a tls-crypt-v2 client key as PEM, wrapped for the server that holds the 128 bytes of `serverKey`. The server responds only to
 * clients with such a key; the key does not reveal its holder or its creation time.
 *
 * The format is OpenVPN's doc/tls-crypt-v2.txt: the server key is an AES-256-CTR key and, from byte 64 on, an HMAC-SHA256 key; WKc = T ||
 * AES-256-CTR(Ke, IV, Kc) || len, where T = HMAC-SHA256(Ka, len || Kc), IV = the first half of T, and len is the length of WKc in two
 * bytes. Throws on a server key of another length.
 */
export function newTlsCryptV2ClientKey(
  serverKey: Uint8Array,
  clientKey: Uint8Array = randomBytes(clientKeyLength),
): string {
  if (serverKey.length !== serverKeyLength) throw new TypeError('a tls-crypt-v2 server key has 128 bytes');
  const [encryption, authentication] = [serverKey.subarray(0, 32), serverKey.subarray(64, 96)];
  const length = Buffer.alloc(2);
  length.writeUInt16BE(32 + clientKey.length + 2);
  const tag = createHmac('sha256', authentication).update(length).update(clientKey).digest();
  const cipher = createCipheriv('aes-256-ctr', encryption, tag.subarray(0, 16));
  const wrapped = Buffer.concat([tag, cipher.update(clientKey), cipher.final(), length]);
  return pemOf('OpenVPN tls-crypt-v2 client key', Buffer.concat([clientKey, wrapped]));
}

export interface ProfileDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** PEM, the current one first. */
  readonly authorities: readonly string[];
  /** The secret from which the gateways' keys are derived. */
  readonly openvpn: Uint8Array;
}

export interface Profile {
  readonly serverName: string;
  readonly ipv4: string;
  readonly ipv6: string | null;
  readonly ca: string;
  readonly tlsCryptV2ClientKey: string;
  readonly offers: OpenvpnOffer[];
}

type Refusal = 'subscription_required' | 'protocol_unavailable';

/** Creates a profile for the OpenVPN servers of one gateway. */
export async function profileOfGateway(
  deps: ProfileDeps,
  { userId, gatewayId }: { readonly userId: string; readonly gatewayId: string },
): Promise<Result<Profile, Refusal | 'not_found'>> {
  const fleet = await fleetFor(deps, userId);
  if (!fleet.ok) return fleet;
  const gateway = fleet.value.find(({ id }) => id === gatewayId);
  if (gateway === undefined) return err('not_found');
  return gateway.openvpn === null ? err('protocol_unavailable') : ok(profileOf(deps, gateway));
}

/** As `profileOfGateway`, for the least loaded gateway of a location that offers a variant. */
export async function profileAt(
  deps: ProfileDeps,
  wanted: {
    readonly userId: string;
    readonly location: string;
    readonly variant: OpenvpnOffer['variant'];
  },
): Promise<Result<Profile, Refusal | 'gateway_unavailable'>> {
  const fleet = await fleetFor(deps, wanted.userId);
  if (!fleet.ok) return fleet;
  const there = fleet.value.filter(({ locationCode }) => locationCode === wanted.location);
  const offering = there.filter(({ openvpn }) =>
    openvpn?.offers.some(({ variant }) => variant === wanted.variant),
  );
  if (there.length > 0 && offering.length === 0) return err('protocol_unavailable');
  const gateway = leastLoaded(offering);
  return gateway === null ? err('gateway_unavailable') : ok(profileOf(deps, gateway));
}

async function fleetFor(
  { db, clock }: ProfileDeps,
  userId: string,
): Promise<Result<readonly KnownGateway[], 'subscription_required'>> {
  const now = clock.now();
  if (!(await hasAccess(db, userId, now))) return err('subscription_required');
  return ok(await gatewaysInService(db, now));
}

function profileOf({ authorities, openvpn }: ProfileDeps, gateway: KnownGateway): Profile {
  const { tlsCryptV2ServerKey } = openvpnSecretsOf(openvpn, gateway.id);
  return {
    serverName: serverNameOf(gateway.id),
    ipv4: gateway.ipv4,
    ipv6: gateway.ipv6,
    ca: authorities.map((pem) => `${pem.trim()}\n`).join(''),
    tlsCryptV2ClientKey: newTlsCryptV2ClientKey(Buffer.from(tlsCryptV2ServerKey, 'base64url')),
    offers: gateway.openvpn?.offers ?? [],
  };
}
