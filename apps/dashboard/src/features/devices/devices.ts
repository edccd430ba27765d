import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';

export const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: ({ signal }) => read(api.listDevices, { signal }),
});

export type Device = ReplyOf<typeof api.listDevices>['devices'][number];
