import { api } from '@comet/contract';
import { ok } from '@comet/foundation';
import { route } from '../../platform/http/requests/route.ts';

export const callerAddressRoute = route(api.callerAddress, ({ address }) =>
  // A dual-stack socket shows IPv4 addresses mapped to IPv6 (RFC 4291 §2.5.5.2).
  Promise.resolve(ok({ address: address.replace(/^::ffff:(?=\d+\.)/i, '') })),
);
