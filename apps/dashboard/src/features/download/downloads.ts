import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const wireguardConfigsQuery = queryOptions({
  queryKey: ['wireguard-configs'],
  queryFn: ({ signal }) => call(api.listWireguardConfigs, { signal }),
});

export const credentialsQuery = queryOptions({
  queryKey: ['openvpn-credentials'],
  queryFn: async ({ signal }) => (await call(api.showOpenvpnCredentials, { signal })).credentials,
});

export type WireguardConfig = ReplyOf<typeof api.addWireguardConfig>['config'];
export type OpenvpnProfile = ReplyOf<typeof api.chooseOpenvpnProfile>;
