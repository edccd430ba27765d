import { createServer } from 'node:http';

/** What a test changes on the far side while it runs. */
export interface Switches {
  /** The API answers nothing any more. */
  apiDown: boolean;
  /** What the API refuses tickets with: `status code`. */
  ticketRefusal: string | null;
  /** By how many hours the API's answers are dated later than now. */
  hoursAhead: number;
  /** What the admission endpoint refuses the next presentation with. */
  admissionRefusals: string[];
  /** Seconds that a session lasts. */
  sessionSeconds: number;
  /** Taken away at once, as a gateway does when it learns of a revocation. */
  peerRemoved: boolean;
  /** The blocked protocols of this network: `wireguard`, `admissionEndpoint`, or a variant of OpenVPN. */
  blocked: string[];
}

/** With which everything works. */
export const usualSwitches = (): Switches => ({
  apiDown: false,
  ticketRefusal: null,
  hoursAhead: 0,
  admissionRefusals: [],
  sessionSeconds: 24 * 3600,
  peerRemoved: false,
  blocked: [],
});

export interface Counters {
  tickets: number;
  presentations: number;
  releases: number;
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
