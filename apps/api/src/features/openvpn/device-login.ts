import {
  deviceLoginKeyOf,
  issueDeviceLogin,
  issueOpenvpnLogin,
  openvpnLoginLifetime,
  subjectWith,
} from '@comet/admission';
import { err, ok, type Result, unixSeconds } from '@comet/foundation';
import { lockConnectEntitlement } from '../devices/index.ts';
import { gatewayPresence, openvpnSecretsOf } from '../gateways/index.ts';
import { credentialsOf, type OpenvpnDeps } from './credentials.ts';
import { macAt, sharedGrantAt } from './credentials.store.ts';

interface DeviceLogin {
  readonly username: string;
  readonly password: string;
  readonly expiresAt: string;
}

type Refusal = 'not_found' | 'subscription_required' | 'protocol_unavailable';

/** Issues a login for one device at one gateway, under the lock of the device's right to connect. */
export async function issueLoginFor(
  deps: OpenvpnDeps,
  request: { readonly userId: string; readonly deviceId: string; readonly gatewayId: string },
): Promise<Result<DeviceLogin, Refusal>> {
  // A device's login depends on the account's credentials, which may not exist yet.
  const made = await credentialsOf(deps, request.userId);
  if (!made.ok) return made;
  return deps.db.transaction().execute(async (trx) => {
    const right = await lockConnectEntitlement(trx, deps.clock, request);
    if (!right.ok) return right;
    const { slot, now } = right.value;
    if ((await gatewayPresence(trx, request.gatewayId, now)) === null) return err('not_found');
    const { userId, gatewayId } = request;
    const issuedAt = unixSeconds(now);
    const pepper = Buffer.from(openvpnSecretsOf(deps.openvpn, gatewayId).pepper, 'base64url');
    const shared = await sharedGrantAt(trx, request);
    const grant = shared === null ? await macAt(trx, request) : null;
    // A recently enrolled gateway of an older release may not have received the credentials yet.
    if (shared === null && grant === null) return err('protocol_unavailable');
    const loginKey = deviceLoginKeyOf(deps.subjects, userId, shared ?? '');
    const login =
      grant === null
        ? issueDeviceLogin(pepper, { sub: subjectWith(loginKey, gatewayId), slot, issuedAt })
        : issueOpenvpnLogin({ pepper, mac: grant.mac }, { grant: grant.id, slot, issuedAt });
    return ok({ ...login, expiresAt: new Date((issuedAt + openvpnLoginLifetime) * 1000).toISOString() });
  });
}
