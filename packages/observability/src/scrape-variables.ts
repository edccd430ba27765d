import { isIpv4, isIpv6 } from '@comet/foundation';
import { variable } from '@comet/foundation/environment';
import * as z from 'zod/mini';

/** The variables with which a program serves metrics. */
export const scrapeVariables = {
  METRICS_PORT: variable(z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(65535))), {
    must: 'a port, 1 to 65535',
    meaning:
      'the port of `/metrics` for Prometheus; without it none is opened. See [monitoring](#monitoring)',
  }),
  METRICS_HOST: variable(z._default(z.string().check(z.refine(isPrivateAddress)), '127.0.0.1'), {
    must: 'a loopback or private address of this machine',
    meaning:
      'the listening address of `/metrics`: the loopback, or an address in a private network of your machines',
  }),
};

/** Where to serve metrics; null where no port is set. */
export function scrapeAddress(from: {
  readonly METRICS_PORT?: number | undefined;
  readonly METRICS_HOST: string;
}): { readonly host: string; readonly port: number } | null {
  return from.METRICS_PORT === undefined ? null : { host: from.METRICS_HOST, port: from.METRICS_PORT };
}

/**
 * Returns whether metrics may be served at this address: loopback, or a private network (RFC 1918, RFC 6598, RFC 4193) between the
 * operator's own machines. A public or unspecified address would publish them.
 */
export function isPrivateAddress(address: string): boolean {
  if (isIpv4(address)) {
    const [first = 0, second = 0] = address.split('.').map(Number);
    if (first === 127 || first === 10) return true;
    if (first === 172) return second >= 16 && second < 32;
    if (first === 100) return second >= 64 && second < 128;
    return first === 192 && second === 168;
  }
  return isIpv6(address) && (address === '::1' || /^f[cd]/i.test(address));
}
