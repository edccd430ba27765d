import { createServer } from 'node:http';
import type { BlockList } from '@comet/admission';

/** Settings of the far side that a test changes during its run. */
export interface Switches {
  /** The API does not respond. */
  apiDown: boolean;
  /** The API's refusal of tickets: `status code`. */
  ticketRefusal: string | null;
  /** Offset in hours of the `Date` in the API's responses. */
  hoursAhead: number;
  /** The admission endpoint's refusal of the next presentations. */
  admissionRefusals: string[];
  /** Validity of a session in seconds. */
  sessionSeconds: number;
  /** Removes the session at once, as a gateway does after a revocation. */
  peerRemoved: boolean;
  /** The deadline of the first gateway, in unix seconds; null while it does not drain. */
  draining: number | null;
  /** Whether the second gateway is listed, at a location of its own. */
  twoLocations: boolean;
  /** Whether the list has the gateway's other transports of WireGuard. */
  transports: boolean;
  /** Whether it has cover traffic, which the server of scrambled datagrams always accepts. */
  coverTraffic: boolean;
  /** The block lists of the first gateway; empty as at one without lists. */
  blockLists: readonly BlockList[];
  /** The blocked protocols of this network: `wireguard`, `wireguard messages`, `all udp`, `transport tcp`, `admissionEndpoint`, or a variant of OpenVPN. */
  blocked: string[];
  /** The bridges of the server list. */
  bridges: string[];
}

/** The defaults, with which everything works. */
export const usualSwitches = (): Switches => ({
  apiDown: false,
  ticketRefusal: null,
  hoursAhead: 0,
  admissionRefusals: [],
  sessionSeconds: 24 * 3600,
  peerRemoved: false,
  draining: null,
  twoLocations: false,
  transports: false,
  coverTraffic: false,
  blockLists: [],
  blocked: [],
  bridges: [],
});

export interface Counters {
  tickets: number;
  presentations: number;
  releases: number;
  /** Requests for the server list. */
  lists: number;
}

/** A Unix socket on which the test sets switches (POST) and reads counters (any request). */
export function serveSwitches(
  path: string,
  switches: Switches,
  counters: Counters,
  onSet: () => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      if (text !== '') Object.assign(switches, JSON.parse(text));
      void onSet().then(() => response.end(JSON.stringify(counters)));
    });
  });
  return new Promise((resolve) => {
    server.listen(path, resolve);
  });
}
