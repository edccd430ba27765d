import type { ReplyOf } from '@comet/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../platform/data/api.ts';
import { polled } from '../../platform/data/polling.ts';

type TwoFactor = ReplyOf<typeof api.showTwoFactor>;

const WHILE_ACTIVATING_MS = 4000;

/** State of two-factor. It is polled while the activation link is pending: the link may be opened in any browser. */
export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => read(api.showTwoFactor, { signal }),
  refetchInterval: polled<TwoFactor>((known) =>
    known?.state === 'activating' ? WHILE_ACTIVATING_MS : false,
  ),
});
