import { api } from '@comet/contract';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;
const CLIENTS = 8;

/** Public reads with their status, and a sign-in that is refused: it reads and writes. */
const REQUESTS = [
  { endpoint: api.listPlans, status: 200 },
  { endpoint: api.listLocations, status: 200 },
  { endpoint: api.logIn, status: 422 },
] as const;

/** Reads of a signed-in customer. */
const CUSTOMER_REQUESTS = [
  ...[api.currentUser, api.showSubscription, api.listSessions, api.listDevices, api.listPayments],
  ...[api.listServices, api.showResidentialData],
].map((endpoint) => ({ endpoint, status: 200 }));

/** A customer's session. */
export interface LoadSession {
  readonly token: string;
  readonly deviceId: string;
}

/** What happened to the requests of a load. */
export interface LoadReport {
  readonly sent: number;
  /** A sentence for each request without its expected answer. */
  readonly failures: readonly string[];
  /** The longest time to a complete response, in ms. */
  readonly maxMs: number;
}

/** Sends requests to an API, without retries, until `stop`; with sessions, also the reads of these customers. */
export function sendRequests(
  url: string,
  sessions: readonly LoadSession[] = [],
): { stop(): Promise<LoadReport> } {
  const failures: string[] = [];
  let sent = 0;
  let maxMs = 0;
  let isStopped = false;
  const requests = [...REQUESTS, ...(sessions.length > 0 ? CUSTOMER_REQUESTS : [])];
  const send = async ({ endpoint, status }: (typeof requests)[number]) => {
    const { method, path } = endpoint;
    sent += 1;
    const began = performance.now();
    const session = endpoint.caller === 'anyone' ? undefined : sessions[sent % sessions.length];
    // From many addresses and for many accounts, so that no rate limit applies.
    const credentials = { email: `nobody-${sent}@example.com`, password: 'not the password' };
    const address = `10.${1 + (sent >> 16)}.${(sent >> 8) & 255}.${sent & 255}`;
    const response = await fetch(`${url}${path}`, {
      ...{ method, ...(endpoint === api.logIn ? { body: JSON.stringify(credentials) } : {}) },
      headers: {
        ...{ 'content-type': 'application/json', 'x-forwarded-for': address },
        ...(session === undefined
          ? {}
          : { authorization: `Bearer ${session.token}`, 'app-identifier': session.deviceId }),
      },
    });
    const text = await response.text();
    maxMs = Math.max(maxMs, performance.now() - began);
    if (response.status !== status) failures.push(`${path}: ${response.status} ${text.slice(0, 200)}`);
  };
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !isStopped; turn += 1) {
      const request = requests[turn % requests.length];
      if (request !== undefined)
        await send(request).catch(
          (error: unknown) => void failures.push(`${request.endpoint.path}: ${describe(error)}`),
        );
      await sleep(PAUSE_MS);
    }
  });
  return {
    async stop() {
      isStopped = true;
      await Promise.all(clients);
      return { sent, failures, maxMs };
    },
  };
}

/** `fetch` has the reason of a failed connection in its cause. */
function describe(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${String(error)}${cause}`;
}
