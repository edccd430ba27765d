import { networkInterfaces } from 'node:os';
import type { Log } from '@comet/foundation/log';
import { readVerifiers, type TrustAnchors } from '@comet/admission';
import { type Clock, reasonOf, unixSeconds } from '@comet/foundation';
import type { DaemonSettings } from '@comet/tunnel-protocol';
import type { DataPlane } from './data-plane.ts';
import { directory } from './gateways/directory.ts';
import { createApiAccess } from './create-api-access.ts';
import { knownNetworks } from './gateways/networks/known-networks.ts';
import { rememberedAccess } from './gateways/networks/remembered-access.ts';
import { bridgesOf } from './platform/control-plane/access/bridge-texts.ts';
import type { StartApiObfuscator } from './platform/control-plane/access/obfuscated-routes.ts';
import { permittedEndpoints } from './platform/control-plane/access/permitted-endpoints.ts';
import { httpsApi } from './platform/control-plane/api.https.ts';
import { apiAddresses } from './platform/control-plane/api-addresses.ts';
import { certificateClock } from './platform/admission/certificate-clock.ts';
import { httpsAdmission } from './platform/admission/admission-endpoint.https.ts';
import { pinnedFetch } from './platform/admission/pinned-fetch.ts';
import type { DaemonState } from './platform/files/daemon-state.ts';
import type { StateFile } from './platform/files/state-file.ts';
import { uplinkFamily } from './platform/admission/uplink-family.ts';
import type { Settings } from './settings.ts';
import { deviceKeys } from './tickets/device-keys.ts';
import { openvpnAccess } from './tickets/openvpn-access.ts';
import { ticketStore } from './tickets/ticket-store.ts';

interface ControlPlaneParts {
  readonly settings: Settings;
  /** The user's settings with the rule of the current network. */
  readonly activeSettings: () => DaemonSettings;
  readonly trust: TrustAnchors;
  readonly file: StateFile;
  /** The links of our own tunnels, which are no uplinks. */
  readonly links: () => readonly string[];
  readonly thisNetwork: DataPlane['currentNetwork'];
  /** Whether this system has an OpenVPN client. */
  readonly hasOpenvpn: boolean;
  /** Whether DNS queries are allowed now: not while traffic is blocked. */
  readonly mayQuery: () => boolean;
  /** Whether connections use a tunnel. */
  readonly isTunnelled: () => boolean;
  /** Applies the permitted endpoints to the firewall, if it blocks. */
  readonly applyPermissions: () => Promise<void>;
  readonly startApiObfuscator: StartApiObfuscator | null;
  readonly clock: Clock;
  readonly log: Log;
}

export type ControlPlane = ReturnType<typeof createControlPlane>;

/** The API, the gateways' admission endpoints, and the data that they provide: the list, tickets and logins, with the keys for these. */
export function createControlPlane(parts: ControlPlaneParts) {
  const { settings, trust, file, activeSettings, links, thisNetwork, hasOpenvpn, mayQuery, clock, log } =
    parts;
  /** Stores part of the state for the next start; a full disk is only logged. */
  const keep = (part: Partial<DaemonState>): void => {
    file
      .change(part)
      .catch((error: unknown) =>
        log.error({ reason: reasonOf(error) }, 'The state file could not be written'),
      );
  };
  const addressesOf = (url: URL, field: 'apiAddresses' | 'dashboardAddresses') =>
    apiAddresses(url, {
      mayQuery,
      get: () => file.current[field],
      set: (found) => {
        const same = found.toSorted().join() === file.current[field].toSorted().join();
        if (!same) keep({ [field]: [...found] });
      },
    });
  const dashboardUrl = new URL(settings.dashboardOrigin);
  const ofApi = addressesOf(settings.apiUrl, 'apiAddresses');
  const ofDashboard = addressesOf(dashboardUrl, 'dashboardAddresses');
  const addresses = {
    ...ofApi,
    refresh: async () => void (await Promise.all([ofApi.refresh(), ofDashboard.refresh()])),
    /** The hosts that a browser contacts to use the dashboard, which calls the API. */
    dashboard: () => [
      ...ofApi.contacts().map((contact) => ({ ...contact, name: settings.apiUrl.hostname })),
      ...ofDashboard.contacts().map((contact) => ({ ...contact, name: dashboardUrl.hostname })),
    ],
  };
  const clockWatch = certificateClock(clock);
  const known = knownNetworks(file, clock, thisNetwork);
  const permitted = permittedEndpoints(parts.applyPermissions);
  const listVerifiers = readVerifiers(trust.listKeys);
  const bridges = () => {
    const { bridgeTexts } = file.current.apiAccess;
    return bridgesOf(bridgeTexts, gateways.contacts().bridges, listVerifiers, unixSeconds(clock.now()));
  };
  const apiAccess = createApiAccess({
    ...{ settings, trust, file, permitted, isTunnelled: parts.isTunnelled, keep },
    addresses: ofApi,
    memory: rememberedAccess(file, clock, known),
    relays: () => gateways.relays(),
    bridges,
    listedAddresses: () => gateways.contacts().apiAddresses,
    startApiObfuscator: parts.startApiObfuscator,
  });
  const api = httpsApi({
    baseUrl: settings.apiUrl.origin,
    pinned: pinnedFetch(apiAccess.open),
    accessToken: () => file.current.account?.accessToken ?? null,
    appIdentifier: () => file.current.appIdentifier,
    certificateClock: clockWatch,
    log,
  });
  const admissionEndpoint = httpsAdmission(trust.certificateAuthorities, undefined, clockWatch);
  const gateways = directory(
    {
      file,
      activeSettings,
      api,
      clock,
      log,
      hasOpenvpn,
      family: () => uplinkFamily(networkInterfaces(), links()),
    },
    listVerifiers,
  );
  return {
    addresses,
    apiAccess,
    listVerifiers,
    permitted,
    api,
    admissionEndpoint,
    gateways,
    thisNetwork,
    known,
    keys: deviceKeys(file, clock),
    tickets: ticketStore(file, api, clock),
    access: openvpnAccess(file, api, clock),
    keep,
    /** The direction in which this machine's clock is wrong, if it seems to be. */
    clockFault: () => clockWatch.fault(),
    /** Closes kept connections: those made before a change of the tunnel use another route. */
    forgetConnections(): void {
      admissionEndpoint.forget();
      api.forget();
      apiAccess.abort();
    },
  };
}
