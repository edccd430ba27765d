import type { VariableDescription } from '@comet/foundation/environment-text';
import { currentPlatform } from '../platform/callers/platform-of.ts';

type Defaults = Pick<typeof currentPlatform, 'trustFile' | 'stateDir' | 'socket' | 'link' | 'wireguardGo'>;

/**
 * The variables of `cometd` for `--help` and the documents, with the defaults of a system. They are read by `settings.ts` and
 * `device-choice.ts` without zod, whose first parse takes a tenth of a cold start (decision 6).
 */
export function describeDaemonVariables(
  defaults: Defaults = currentPlatform,
): readonly VariableDescription[] {
  const variable = (name: string, fallback: string, meaning: string) => ({ name, fallback, meaning });
  return [
    variable(
      'COMET_ENV',
      '`development`',
      '`production` refuses the example API, plain HTTP, and the API or the dashboard on this machine',
    ),
    variable(
      'COMET_CONFIG',
      'none',
      'a file with more variables, one `NAME=VALUE` a line; those of the environment take precedence',
    ),
    variable(
      'COMET_API_URL',
      '`https://api.comet.example`',
      'the API; plain `http://` only on loopback, or in a lab with `COMET_API_PLAINTEXT=1`',
    ),
    variable(
      'COMET_API_ADDRESSES',
      'none',
      'addresses of the API that are tried without DNS, with commas; the certificate must still be valid for the name',
    ),
    variable(
      'COMET_DOH_RESOLVERS',
      '`https://9.9.9.9/dns-query,https://1.1.1.1/dns-query`',
      "resolvers for DNS over HTTPS, used only while the API's address does not lead to the API; `none` for none",
    ),
    variable('COMET_API_PLAINTEXT', 'none', '`1` allows a `COMET_API_URL` without TLS: only for labs'),
    variable(
      'COMET_TRUST',
      `\`${defaults.trustFile}\``,
      "the keys of trusted server lists and gateways: the output of the API's `trust`. It contains no secret; without it `cometd` does not start",
    ),
    variable(
      'COMET_STATE_DIR',
      `\`${defaults.stateDir}\``,
      'the account, the key and the settings; created with mode 0700',
    ),
    variable(
      'COMET_SOCKET',
      `\`${defaults.socket}\``,
      "the daemon's socket (`comet` reads the same variable). Root can use it, and the group `comet` where it exists",
    ),
    variable('COMET_INTERFACE', `\`${defaults.link}\``, 'the tunnel interface'),
    variable(
      'COMET_DASHBOARD_URL',
      "the API's",
      'the origin of the dashboard that the app opens; `https://`, or loopback',
    ),
    variable(
      'COMET_CHECK_URL',
      "the API's",
      "for `comet check` and the app: a page that returns the caller's address",
    ),
    variable(
      'COMET_WHOAMI_NAME',
      'none',
      'for `comet check` and the app: a DNS name whose TXT record is the address of the querying resolver',
    ),
    variable(
      'COMET_PORTAL_CHECK_URL',
      "`http://`, the API's host and `/network-check`",
      "a page without TLS that the API's Caddy answers with `204`, at the API's host or an IP address: another answer is a captive portal. `none`: portals are not detected",
    ),
    variable('COMET_RELEASES', '`/usr/lib/comet/releases.json`', 'source and signing keys of newer versions'),
    variable('COMET_UPDATE_DIR', '`/var/cache/comet/updates`', 'folder for the packages of newer versions'),
    variable('COMET_RESOLV_CONF', '`/etc/resolv.conf`', 'the file from which programs read their resolvers'),
    variable(
      'COMET_LOG_LEVEL',
      '`info`',
      'the least severe level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`',
    ),
    variable('WIREGUARD_IMPLEMENTATION', '`auto`', 'as on a gateway'),
    variable('WIREGUARD_GO', `\`${defaults.wireguardGo}\``, 'as on a gateway'),
    variable(
      'COMET_TRANSPORT',
      '`/usr/lib/comet/comet-transport`',
      "the program that carries WireGuard's datagrams over TCP and QUIC",
    ),
    variable(
      'COMET_RESOLVER',
      '`/usr/lib/comet/comet-resolver`',
      'the program that forwards DNS queries over TLS, HTTPS and QUIC',
    ),
    variable('UDP_OFFLOAD', '`/usr/lib/comet/libcomet_udp_offload.so`', 'as on a gateway'),
  ];
}
