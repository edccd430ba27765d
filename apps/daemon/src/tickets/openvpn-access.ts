import { type Clock, err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Gateway } from '../model/gateway.ts';
import type { Api } from '../platform/control-plane/api.ts';
import type { OpenvpnTarget } from '../platform/openvpn/openvpn.ts';
import type { StateFile } from '../platform/files/state-file.ts';
import { refusalReason } from '../platform/control-plane/refusal-reason.ts';

type OpenvpnAccess = Pick<OpenvpnTarget, 'username' | 'password' | 'tlsCryptV2ClientKey'>;

/** Credentials for OpenVPN servers: for each gateway, this device's login and a client key. In memory only. */
export interface OpenvpnAccessStore {
  /** `fresh`: the login has just come from the API. */
  take(
    gateway: Gateway,
    signal: AbortSignal,
  ): Promise<Result<{ readonly access: OpenvpnAccess; readonly fresh: boolean }, BlockReason>>;
  /** Fetches missing or expired access for these gateways, so that connecting needs no request. Failures are ignored. */
  keep(gateways: readonly Gateway[], signal: AbortSignal): Promise<void>;
  /** Deletes the login for a gateway that refused it. */
  drop(gateway: Gateway): void;
  /** Deletes all credentials: another account may sign in. */
  forget(): void;
}

const minute = 60_000;
/** Minimum remaining validity in ms of a login to use it, and to keep it without a replacement. */
const left = { toUse: minute, toKeep: 18 * 60 * minute };

interface Login {
  readonly username: string;
  readonly password: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Creates the store, empty. A login is used while it is valid for at least another minute. */
export function openvpnAccess(file: StateFile, api: Api, clock: Clock): OpenvpnAccessStore {
  const logins = new Map<string, Login>();
  const keys = new Map<string, string>();

  async function loginFor(gateway: Gateway, minLeftMs: number, signal: AbortSignal) {
    const known = logins.get(gateway.id);
    if (known !== undefined && known.expiresAt - clock.now().getTime() > minLeftMs)
      return ok({ login: known, fresh: false });
    const deviceId = file.current.account?.deviceId;
    if (deviceId === undefined) return err<BlockReason>('not_signed_in');
    const request = { params: { id: gateway.id }, body: { deviceId }, signal };
    const issued = await api.call('issueOpenvpnLogin', request);
    if (!issued.ok) return err(refusalReason(issued.error));
    // A login of an account that signed out meanwhile must not be kept for the next one.
    if (file.current.account?.deviceId !== deviceId) return err<BlockReason>('not_signed_in');
    const login = { ...issued.value, expiresAt: Date.parse(issued.value.expiresAt) };
    logins.set(gateway.id, login);
    return ok({ login, fresh: true });
  }

  async function keyFor(gateway: Gateway, signal: AbortSignal): Promise<Result<string, BlockReason>> {
    const known = keys.get(gateway.id);
    if (known !== undefined) return ok(known);
    const shown = await api.call('showOpenvpnProfile', { params: { id: gateway.id }, signal });
    if (!shown.ok) {
      const unknown = shown.error.kind === 'refused' && shown.error.status === 404;
      return err(unknown ? 'location_unavailable' : refusalReason(shown.error));
    }
    keys.set(gateway.id, shown.value.tlsCryptV2ClientKey);
    return ok(shown.value.tlsCryptV2ClientKey);
  }

  async function take(gateway: Gateway, minLeftMs: number, signal: AbortSignal) {
    const [key, granted] = await Promise.all([keyFor(gateway, signal), loginFor(gateway, minLeftMs, signal)]);
    // If both are missing, the gateway is gone; if only the login is missing, the device is refused.
    if (!key.ok) return key;
    if (!granted.ok) return granted;
    const { username, password } = granted.value.login;
    return ok({ access: { username, password, tlsCryptV2ClientKey: key.value }, fresh: granted.value.fresh });
  }

  return {
    take: (gateway, signal) => take(gateway, left.toUse, signal),
    async keep(gateways, signal) {
      for (const gateway of gateways)
        if (gateway.openvpn.length > 0) await take(gateway, left.toKeep, signal);
    },
    drop: (gateway) => void logins.delete(gateway.id),
    forget() {
      logins.clear();
      keys.clear();
    },
  };
}
