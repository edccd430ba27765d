import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { isPreloadable } from '@comet/linux-network';
import { type TrustAnchors, trustAnchors } from '@comet/admission';
import { isIp, jsonOf } from '@comet/foundation';
import { isDevelopmentUrl } from '@comet/foundation/development-url';
import { type DeviceChoice, readDeviceChoice } from './platform/system/device-choice.ts';
import { currentPlatform } from './platform/callers/platform-of.ts';

export interface Settings extends DeviceChoice {
  readonly apiUrl: URL;
  /** Origin of the dashboard for browsers on this machine. */
  readonly dashboardOrigin: string;
  /** Path of the library that is preloaded into OpenVPN (decision 45); a machine may lack it. */
  readonly udpOffload: string;
  /** Path of the program that carries WireGuard's datagrams over other transports; a machine may lack it. */
  readonly transportProgram: string;
  /** Path of the program that forwards DNS queries to encrypted resolvers; a machine may lack it. */
  readonly resolverProgram: string;
  /** Addresses of the API that need no DNS. */
  readonly apiAddresses: readonly string[];
  /** Resolvers for DNS over HTTPS, with IP addresses as hosts. */
  readonly dohResolvers: readonly URL[];
  readonly trustFile: string;
  /** Returns the caller's address; see `check/external-address.ts`. */
  readonly checkUrl: URL;
  readonly whoami: string | null;
  /** A page without TLS that only our server answers with 204; see `portal/portal-check.ts`. Null: sign-in pages are not detected. */
  readonly portalCheckUrl: URL | null;
  /** File with the source of newer versions; see `updates/release-source.ts`. */
  readonly releaseFile: string;
  /** Whether a lab's addresses may be reached without TLS. */
  readonly plaintext: boolean;
  /** Folder for the package of a newer version. */
  readonly updateFolder: string;
}

/**
 * Reads the settings from the environment. Throws an Error with a sentence for the operator for an invalid one.
 * The API is contacted over TLS, except on this machine itself or if a setting allows plain HTTP.
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const kind = env['COMET_ENV'] || 'development';
  if (kind !== 'development' && kind !== 'production')
    throw new Error('COMET_ENV must be development or production');
  if (kind === 'production') refuseDevelopment(env);
  const apiUrl = URL.parse(env['COMET_API_URL'] ?? 'https://api.comet.example');
  if (apiUrl === null) throw new Error('COMET_API_URL must be an address such as https://api.comet.example');
  if (
    apiUrl.protocol !== 'https:' &&
    !(apiUrl.protocol === 'http:' && (isLoopback(apiUrl) || env['COMET_API_PLAINTEXT'] === '1'))
  )
    throw new Error('COMET_API_URL must begin with https:// (or set COMET_API_PLAINTEXT=1 in a lab)');
  const device = readDeviceChoice(env);
  const checkUrl = URL.parse(env['COMET_CHECK_URL'] ?? `${apiUrl.origin}/api/v1/caller-address`);
  if (checkUrl === null || !/^https?:$/.test(checkUrl.protocol))
    throw new Error(
      'COMET_CHECK_URL must be an address such as https://api.comet.example/api/v1/caller-address',
    );
  const udpOffload = env['UDP_OFFLOAD'] ?? '/usr/lib/comet/libcomet_udp_offload.so';
  if (!isPreloadable(udpOffload)) throw new Error('UDP_OFFLOAD must be an absolute path of plain letters');
  const transportProgram = env['COMET_TRANSPORT'] ?? '/usr/lib/comet/comet-transport';
  if (!isAbsolute(transportProgram)) throw new Error('COMET_TRANSPORT must be an absolute path');
  const resolverProgram = env['COMET_RESOLVER'] ?? '/usr/lib/comet/comet-resolver';
  if (!isAbsolute(resolverProgram)) throw new Error('COMET_RESOLVER must be an absolute path');
  return {
    apiUrl,
    dashboardOrigin: dashboardOriginIn(env, apiUrl),
    apiAddresses: apiAddressesIn(env),
    dohResolvers: dohResolversIn(env),
    checkUrl,
    whoami: env['COMET_WHOAMI_NAME'] || null,
    portalCheckUrl: portalCheckUrlIn(env, apiUrl),
    releaseFile: env['COMET_RELEASES'] ?? '/usr/lib/comet/releases.json',
    plaintext: env['COMET_API_PLAINTEXT'] === '1',
    updateFolder: env['COMET_UPDATE_DIR'] ?? '/var/cache/comet/updates',
    ...device,
    udpOffload,
    transportProgram,
    resolverProgram,
    trustFile: env['COMET_TRUST'] ?? currentPlatform.trustFile,
  };
}

/** Its host needs no DNS: it is the API's, whose addresses are stored, or an address. */
function portalCheckUrlIn(env: NodeJS.ProcessEnv, { protocol, port, hostname }: URL): URL | null {
  const usual = protocol === 'https:' && port === '' ? `http://${hostname}/network-check` : 'none';
  const given = env['COMET_PORTAL_CHECK_URL'] ?? usual;
  if (given === 'none') return null;
  const url = URL.parse(given);
  const isKnown = url?.hostname === hostname || isIp(url?.hostname.replaceAll(/^\[|\]$/g, '') ?? '');
  if (url?.protocol !== 'http:' || !isKnown || `${url.username}${url.search}${url.hash}` !== '')
    throw new Error(
      "COMET_PORTAL_CHECK_URL must be none, or like http://api.comet.example/network-check with the API's host or an IP address",
    );
  return url;
}

function listed(text: string): readonly string[] {
  return text.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));
}

function apiAddressesIn(env: NodeJS.ProcessEnv): readonly string[] {
  const addresses = listed(env['COMET_API_ADDRESSES'] ?? '');
  if (!addresses.every(isIp)) throw new Error('COMET_API_ADDRESSES must be IP addresses, with commas');
  return addresses;
}

/** Quad9 and Cloudflare: their certificates contain these addresses, and neither stores the addresses of clients. */
const usualDohResolvers = 'https://9.9.9.9/dns-query,https://1.1.1.1/dns-query';

function dohResolversIn(env: NodeJS.ProcessEnv): readonly URL[] {
  const given = env['COMET_DOH_RESOLVERS'] ?? usualDohResolvers;
  const urls = given === 'none' ? [] : listed(given).map((text) => URL.parse(text));
  const isAllowed = (url: URL | null) =>
    url?.protocol === 'https:' && isIp(url.hostname.replaceAll(/^\[|\]$/g, ''));
  if (!urls.every(isAllowed))
    throw new Error('COMET_DOH_RESOLVERS must be none, or like https://9.9.9.9/dns-query, with commas');
  return urls.flatMap((url) => (url === null ? [] : [url]));
}

/** Throws an Error with one sentence that names every setting for development. */
function refuseDevelopment(env: NodeJS.ProcessEnv): void {
  const { COMET_API_URL: api, COMET_DASHBOARD_URL: dashboard } = env;
  const faults = [
    ...(isDevelopmentUrl(api) ? ['set COMET_API_URL to the https:// address of the API'] : []),
    ...(env['COMET_API_PLAINTEXT'] ? ['unset COMET_API_PLAINTEXT'] : []),
    ...(dashboard !== undefined && isDevelopmentUrl(dashboard)
      ? ['set COMET_DASHBOARD_URL to the https:// address of the dashboard']
      : []),
  ];
  if (faults.length > 0) throw new Error(`COMET_ENV=production: ${faults.join('; ')}`);
}

/** Default is the API's origin, as in the API. URLs of the dashboard contain a token, so they need TLS or this machine. */
function dashboardOriginIn(env: NodeJS.ProcessEnv, apiUrl: URL): string {
  const given = env['COMET_DASHBOARD_URL'];
  if (given === undefined) return apiUrl.origin;
  const url = URL.parse(given);
  const mayCarry = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
  if (url === null || !mayCarry || url.pathname !== '/' || `${url.username}${url.search}${url.hash}` !== '')
    throw new Error('COMET_DASHBOARD_URL must be an origin such as https://comet.example');
  return url.origin;
}

function isLoopback({ hostname }: URL): boolean {
  return ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Reads the trust anchors of this daemon. Throws if the file is missing or invalid: without it the daemon cannot connect. */
export async function readTrust(path: string): Promise<TrustAnchors> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Error(
      `cannot read the trust anchors (COMET_TRUST): ${error instanceof Error ? error.message : ''}`,
    );
  });
  const parsed = trustAnchors.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new Error(`${path} (COMET_TRUST) does not hold the trust anchors that the API's \`trust\` prints`);
  return parsed.data;
}
