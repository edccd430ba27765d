import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const wireguardConfigsQuery = queryOptions({
  queryKey: ['wireguard-configs'],
  queryFn: ({ signal }) => read(api.listWireguardConfigs, { signal }),
});

export const credentialsQuery = queryOptions({
  queryKey: ['openvpn-credentials'],
  queryFn: async ({ signal }) => (await read(api.showOpenvpnCredentials, { signal })).credentials,
});

export type WireguardConfig = ReplyOf<typeof api.addWireguardConfig>['config'];
export type OpenvpnProfile = ReplyOf<typeof api.chooseOpenvpnProfile>;
