import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';
import { polled } from '../../platform/data/polling.ts';

type TwoFactor = ReplyOf<typeof api.showTwoFactor>;

const WHILE_ACTIVATING_MS = 4000;

/** How far two-factor is. While the activation link is awaited it is asked again and again: the link may be followed anywhere. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => read(api.showTwoFactor, { signal }),
  refetchInterval: polled<TwoFactor>((known) =>
    known?.state === 'activating' ? WHILE_ACTIVATING_MS : false,
  ),
});
