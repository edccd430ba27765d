import type { OpenvpnOffer } from '@comet/contract';
import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { Database } from '../../platform/database/database.ts';
import {
  gatewaysInService,
  type KnownGateway,
  openvpnSecretsOf,
  quietestOf,
  serverNameOf,
} from '../gateways/index.ts';
import { hasAccess } from '../subscription/index.ts';
import { newTlsCryptV2ClientKey } from './tls-crypt-v2.ts';

export interface ProfileDeps {
  readonly db: Database;
  readonly clock: Clock;
  /** PEM, the current one first. */
  readonly authorities: readonly string[];
  /** What the gateways' keys are derived from. */
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

/** What it takes to reach the OpenVPN servers of one gateway. */
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

/** The same for the quietest gateway of a location that offers a variant. */
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
  const gateway = quietestOf(offering);
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
