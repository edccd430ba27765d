import type { Bridge, TrustAnchors } from '@comet/admission';
import { type AccessMemory, type ApiAccess, apiAccess } from './platform/control-plane/access/api-access.ts';
import type { Target } from './platform/control-plane/access/access-route.ts';
import { directAccess, pinnedAccess } from './platform/control-plane/access/direct-routes.ts';
import { dohAccess } from './platform/control-plane/access/doh-routes.ts';
import { gatewayAccess, type RelayGateway } from './platform/control-plane/access/gateway-routes.ts';
import {
  bridgeAccess,
  shadowsocksAccess,
  type StartApiObfuscator,
} from './platform/control-plane/access/obfuscated-routes.ts';
import type { PermittedEndpoints } from './platform/control-plane/access/permitted-endpoints.ts';
import { socks5Access } from './platform/control-plane/access/socks5-routes.ts';
import { verifyByTls } from './platform/control-plane/access/verified-connection.ts';
import type { ApiAddresses } from './platform/control-plane/api-addresses.ts';
import type { DaemonState } from './platform/files/daemon-state.ts';
import type { StateFile } from './platform/files/state-file.ts';
import type { Settings } from './settings.ts';

interface ApiAccessSources {
  readonly settings: Pick<Settings, 'apiUrl' | 'apiAddresses' | 'dohResolvers'>;
  readonly trust: TrustAnchors;
  readonly file: StateFile;
  readonly addresses: ApiAddresses;
  readonly memory: AccessMemory;
  readonly permitted: PermittedEndpoints;
  readonly relays: () => readonly RelayGateway[];
  readonly bridges: () => readonly Bridge[];
  /** Addresses of the API from the server list. */
  readonly listedAddresses: () => readonly string[];
  readonly startApiObfuscator: StartApiObfuscator | null;
  readonly isTunnelled: () => boolean;
  /** Stores part of the state. */
  readonly keep: (part: Partial<DaemonState>) => void;
}

/** Maximum number of stored addresses. */
const maxVerified = 8;

/** The methods of API access in the order of `automatic`. */
export function createApiAccess(sources: ApiAccessSources): ApiAccess {
  const { settings, trust, file, addresses, memory, permitted, relays, isTunnelled, keep } = sources;
  const { bridges, startApiObfuscator: start } = sources;
  const { hostname, port, protocol } = settings.apiUrl;
  const usesTls = protocol === 'https:';
  const api: Target = {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (usesTls ? 443 : 80) : Number(port),
    usesTls,
  };
  const isApi = (target: Target): boolean => target.host === api.host && target.port === api.port;
  const pinned = () => [
    ...sources.listedAddresses(),
    ...file.current.apiAccess.verified,
    ...settings.apiAddresses,
  ];
  return apiAccess({
    strategies: [
      directAccess(isApi, addresses.lookup),
      pinnedAccess(isApi, pinned, addresses.contacts),
      dohAccess(settings.dohResolvers, addresses.contacts),
      gatewayAccess(isApi, relays, trust.certificateAuthorities),
      bridgeAccess(isApi, bridges, start),
      socks5Access(() => file.current.apiAccess.proxy),
      shadowsocksAccess(() => file.current.apiAccess.shadowsocks, start),
    ],
    api,
    choice: () => file.current.apiAccess.choice,
    isTunnelled,
    memory,
    permitted,
    verify: verifyByTls(),
    onVerified(address) {
      const { verified } = file.current.apiAccess;
      if (verified.includes(address)) return;
      const all = [address, ...verified].slice(0, maxVerified);
      keep({ apiAccess: { ...file.current.apiAccess, verified: all } });
    },
  });
}
