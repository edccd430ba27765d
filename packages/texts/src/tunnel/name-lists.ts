import { type ListFailure, maxAllowedNames, maxNameLists, maxSplitDomains } from '@comet/tunnel-protocol';

/** Errors of the commands about own block and allow lists. */
export const nameListErrorTexts = {
  name_list_unknown:
    'You have no list with this name. `comet dns block` and `comet dns allow` show your lists.',
  name_list_too_many: `You already have ${maxNameLists} lists. Remove one first.`,
  name_list_empty:
    'No domain was found in this list. Use one domain per line, a hosts file, or ad blocker filters such as ||ads.example^.',
  name_list_too_large:
    'This list is too large. Your lists without a URL can have 100 KB in total. Larger lists need a URL.',
  name_list_not_connected: 'Lists are only downloaded through the tunnel. Connect, then try again.',
  allowed_name_unknown:
    'This domain isn’t on your list of allowed domains. `comet dns allow` shows the list.',
  allowed_names_too_many: `You can allow ${maxAllowedNames} domains. Remove some, or add a list of allowed domains.`,
  block_counts_not_kept: 'The counts couldn’t be deleted from the disk. Try again.',
} as const;

/** Errors of the commands about domains with a DNS server of their own. */
export const splitDnsErrorTexts = {
  split_dns_server_unusable: 'Use the IP address of a DNS server on the internet or in your local network.',
  split_dns_needs_lan:
    'This DNS server is in your local network, which is blocked while connected. Allow it first with `comet lan on`.',
  split_dns_unknown: 'This domain has no DNS server of its own. `comet dns split` lists them.',
  split_dns_too_many: `You already have DNS servers for ${maxSplitDomains} domains. Remove one with \`comet dns split remove DOMAIN\`.`,
} as const;

/** Why the last download of a list failed. */
export const listFailureTexts: Readonly<Record<ListFailure, string>> = {
  not_https: 'the address isn’t https',
  unreachable: 'the server can’t be reached',
  status: 'the server has no such file',
  too_many_redirects: 'the server redirects too often',
  too_large: 'the list is larger than 16 MB',
  too_many_lines: 'the list has more than a million lines',
  no_names: 'the file has no domains',
  timeout: 'the download took too long',
};
