import { networkInterfaces } from 'node:os';
import { readVerifiers, type TrustAnchors } from '@comet/admission';
import type { Clock } from '@comet/foundation';
import type { DataPlane } from './data-plane.ts';
import { directory } from './gateways/directory.ts';
import { knownNetworks } from './gateways/known-networks.ts';
import { httpsApi } from './platform/api.https.ts';
import { apiAddresses } from './platform/api-addresses.ts';
import { clockWitness } from './platform/clock-witness.ts';
import { httpsDoor } from './platform/door.https.ts';
import { pinnedFetch } from './platform/pinned-fetch.ts';
import type { Memory } from './platform/memory.ts';
import type { MemoryFile } from './platform/state-file.ts';
import { uplinkFamily } from './platform/uplink-family.ts';
import type { Settings } from './settings.ts';
import { deviceKeys } from './tickets/device-keys.ts';
import { openvpnAccess } from './tickets/openvpn-access.ts';
import { ticketBook } from './tickets/ticket-book.ts';

export interface ControlPlaneParts {
  readonly settings: Settings;
  readonly trust: TrustAnchors;
  readonly file: MemoryFile;
  /** The links of our own tunnels, which lead to no network. */
  readonly links: () => readonly string[];
  readonly thisNetwork: DataPlane['currentNetwork'];
  /** Whether this system has a client of OpenVPN. */
  readonly hasOpenvpn: boolean;
  /** Whether names may be asked now: not while traffic is held back. */
  readonly mayAsk: () => boolean;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

export type ControlPlane = ReturnType<typeof reachControlPlane>;

/** The API, the gateways' doors, and what they gave this machine: the list, tickets, logins; with the keys that these are for. */
export function reachControlPlane(parts: ControlPlaneParts) {
  const { settings, trust, file, links, thisNetwork, hasOpenvpn, mayAsk, clock, log } = parts;
  /** Keeps what is good to know next time; a full disk is no reason to end. */
  const keep = (part: Partial<Memory>): void => {
    file.change(part).catch((error: unknown) => log(`state file: ${String(error)}`));
  };
  const addressesOf = (url: URL, field: 'apiAddresses' | 'dashboardAddresses') =>
    apiAddresses(url, {
      mayAsk,
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
    /** What a browser needs to open the dashboard, which calls the API. */
    dashboard: () => [
      ...ofApi.contacts().map((contact) => ({ ...contact, name: settings.apiUrl.hostname })),
      ...ofDashboard.contacts().map((contact) => ({ ...contact, name: dashboardUrl.hostname })),
    ],
  };
  const witness = clockWitness(clock);
  const api = httpsApi({
    baseUrl: settings.apiUrl.origin,
    pinned: pinnedFetch(addresses.lookup),
    accessToken: () => file.current.account?.accessToken ?? null,
    appIdentifier: () => file.current.appIdentifier,
    witness,
  });
  const door = httpsDoor(trust.certificateAuthorities, undefined, witness);
  const gateways = directory(
    { file, api, clock, log, hasOpenvpn, family: () => uplinkFamily(networkInterfaces(), links()) },
    readVerifiers(trust.listKeys),
  );
  return {
    addresses,
    api,
    door,
    gateways,
    thisNetwork,
    known: knownNetworks(file, clock, thisNetwork),
    keys: deviceKeys(file, clock),
    tickets: ticketBook(file, api, clock),
    access: openvpnAccess(file, api, clock),
    keep,
    /** Which way this machine's clock seems to be off, where it does. */
    clockFault: () => witness.fault(),
    /** Connections made before a tunnel came or went lead another way than those after. */
    forgetConnections(): void {
      door.forget();
      api.forget();
    },
  };
}
