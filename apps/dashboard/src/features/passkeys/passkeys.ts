import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/api.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => read(api.listPasskeys, { signal }),
});

export type Passkey = ReplyOf<typeof api.listPasskeys>['passkeys'][number];
