import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(api.listPasskeys, { signal }),
});

export type Passkey = ReplyOf<typeof api.listPasskeys>['passkeys'][number];
