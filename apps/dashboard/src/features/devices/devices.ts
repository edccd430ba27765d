import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '../../platform/query/index.ts';
import { api, call } from '../../platform/api.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => call(api.listDevices, { signal }),
});

export type Device = ReplyOf<typeof api.listDevices>['devices'][number];
