import { isIp } from '@comet/foundation';
import * as z from 'zod/mini';
import { snapshot } from '../snapshot.ts';
import { domainName } from './name-lists.ts';

/** Error codes of the commands in this file. */
export const splitDnsErrors = [
  'split_dns_server_unusable',
  'split_dns_needs_lan',
  'split_dns_unknown',
  'split_dns_too_many',
] as const;

/** Commands about domains with a DNS server of their own. */
export const splitDnsCommands = {
  /**
   * Looks up the names of a domain and its subdomains at this server, over port 53: in the local network if the address is private (RFC
   * 1918, RFC 4193), else through the tunnel. Refused with `split_dns_needs_lan` while the local network is not allowed.
   */
  'split-dns.add': {
    params: z.object({ domain: domainName, server: z.string().check(z.refine(isIp)) }),
    result: snapshot,
  },
  'split-dns.remove': { params: z.object({ domain: domainName }), result: snapshot },
} as const;
