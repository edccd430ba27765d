import { api as contract } from '@comet/contract';
import { err, ok, type Result } from '@comet/foundation';
import type { BlockReason } from '@comet/tunnel-protocol';
import type { Gateway } from '../gateways/gateway.ts';
import type { Api } from '../platform/api.ts';
import type { OpenvpnTarget } from '../platform/openvpn.ts';
import { refusalReason } from './refusal-reason.ts';

export type OpenvpnAccess = Pick<OpenvpnTarget, 'username' | 'password' | 'tlsCryptV2ClientKey'>;

/** What OpenVPN servers ask for: the account's credentials, and for each gateway a key of ours. Kept in memory alone. */
export interface OpenvpnAccessBook {
  /** `fresh`: the credentials have just come from the API. */
  take(
    gateway: Gateway,
    signal: AbortSignal,
  ): Promise<Result<{ readonly access: OpenvpnAccess; readonly fresh: boolean }, BlockReason>>;
  /** Gets what is missing for these gateways, so that connecting asks nobody. Failing is no matter. */
  keep(gateways: readonly Gateway[], signal: AbortSignal): Promise<void>;
  /** Forgets the credentials: they were refused. */
  drop(): void;
  /** Forgets everything: another account may sign in. */
  forget(): void;
}

export function openvpnAccess(api: Api): OpenvpnAccessBook {
  let credentials: { readonly username: string; readonly password: string } | null = null;
  const keys = new Map<string, string>();

  async function credentialsNow(signal: AbortSignal) {
    if (credentials !== null) return ok({ ...credentials, fresh: false });
    const shown = await api.call(contract.showOpenvpnCredentials, { signal });
    if (!shown.ok) return err(refusalReason(shown.error));
    const { username, password } = shown.value.credentials;
    credentials = { username, password };
    return ok({ username, password, fresh: true });
  }

  async function keyFor(gateway: Gateway, signal: AbortSignal): Promise<Result<string, BlockReason>> {
    const known = keys.get(gateway.id);
    if (known !== undefined) return ok(known);
    const shown = await api.call(contract.showOpenvpnProfile, { params: { id: gateway.id }, signal });
    if (!shown.ok) {
      const unknown = shown.error.kind === 'refused' && shown.error.status === 404;
      return err(unknown ? 'location_unavailable' : refusalReason(shown.error));
    }
    keys.set(gateway.id, shown.value.tlsCryptV2ClientKey);
    return ok(shown.value.tlsCryptV2ClientKey);
  }

  async function take(gateway: Gateway, signal: AbortSignal) {
    const [granted, key] = await Promise.all([credentialsNow(signal), keyFor(gateway, signal)]);
    if (!granted.ok) return granted;
    if (!key.ok) return key;
    const { fresh, ...pair } = granted.value;
    return ok({ access: { ...pair, tlsCryptV2ClientKey: key.value }, fresh });
  }

  return {
    take,
    async keep(gateways, signal) {
      for (const gateway of gateways) if (gateway.openvpn.length > 0) await take(gateway, signal);
    },
    drop() {
      credentials = null;
    },
    forget() {
      credentials = null;
      keys.clear();
    },
  };
}
