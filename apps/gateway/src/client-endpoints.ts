import { addressesOf, gatewayHost, hostAt, type NameFilter } from '@comet/admission';
import { exitAdmissionPath } from '@comet/contract';
import { type Clock, reasonOf } from '@comet/foundation';
import { publicKeyOf } from '@comet/linux-network';
import type { Log } from '@comet/foundation/log';
import type { Traces } from '@comet/observability/traces';
import type { ExitController } from './exits-report.ts';
import { createTicketAdmission } from './features/admission/index.ts';
import type { Identity } from './features/enrolment/index.ts';
import type { FeedState } from './features/feed/index.ts';
import type { LeaseTable } from './features/leases/index.ts';
import type { Peers } from './features/peers/index.ts';
import { servePostQuantumPsk } from './features/post-quantum-psk/index.ts';
import { mtu } from './network-plan.ts';
import type { AdmissionReply } from './platform/admission-server/admission-request.ts';
import { openAdmission } from './platform/admission-server/admission-server.ts';
import type { Settings } from './settings.ts';

interface ClientEndpointsParts {
  readonly settings: Pick<Settings, 'admissionPort' | 'wireguardPort'>;
  readonly identity: Identity;
  readonly filters: readonly NameFilter[];
  readonly feed: FeedState;
  readonly leases: LeaseTable;
  readonly peers: Peers;
  readonly exitController: ExitController;
  readonly clock: Clock;
  readonly log: Log;
  /** Null without a collector. */
  readonly traces: GatewayTraces | null;
}

/** The part of the traces that the gateway uses: no span names a customer. */
export type GatewayTraces = Pick<Traces, 'within' | 'step' | 'annotate' | 'finished'>;

/** The endpoints for clients and exits: the admission endpoint, and the post-quantum PSK exchange inside the tunnel. */
interface ClientEndpoints {
  replaceCertificate(identity: Identity): void;
  close(): Promise<void>;
}

/** Leaves nothing open when it rejects. */
export async function openClientEndpoints(parts: ClientEndpointsParts): Promise<ClientEndpoints> {
  const { settings, identity, filters, feed, leases, peers, exitController, clock, log, traces } = parts;
  const serverPublicKey = publicKeyOf(identity.wireguardPrivateKey);
  const ticketAdmission = createTicketAdmission({
    ...{ identity, serverPublicKey, mtu, filters, feed, leases, peers, clock },
    wireguardPort: settings.wireguardPort,
    isEgressAvailable: exitController.egressRoutes.available,
    onConnect: (milliseconds) => traces?.step('connect', milliseconds, {}),
  });
  const postQuantumPsks = await servePostQuantumPsk({
    address: addressesOf(gatewayHost).ipv4,
    serverPublicKey,
    keyAt: (ipv4) => leases.withHost(hostAt(ipv4) ?? -1)?.publicKey ?? null,
    setPresharedKey: peers.setPresharedKey,
    onError: (error) => log.error({ reason: reasonOf(error) }, 'A post-quantum PSK could not be set'),
  });
  const admissionEndpoint = await openAdmission({
    port: settings.admissionPort,
    certificate: certificateOf(identity),
    async handle(request) {
      const handle = request.path === exitAdmissionPath ? exitController.handle : ticketAdmission.handle;
      const response = await traced(traces, () => handle(request));
      if (response.code !== undefined)
        log.debug({ code: response.code }, 'Refused at the admission endpoint');
      return response;
    },
    mayConnect: ticketAdmission.mayConnect,
    onError: (error) => log.error({ reason: reasonOf(error) }, 'The admission endpoint failed'),
  }).catch((error: unknown) => {
    postQuantumPsks.close();
    throw error;
  });
  return {
    replaceCertificate: (renewed) => admissionEndpoint.replaceCertificate(certificateOf(renewed)),
    async close() {
      await admissionEndpoint.close();
      postQuantumPsks.close();
    },
  };
}

/** Runs an admission as a trace of its own: it has no id by which it could be joined to a request of the customer at the API. */
export async function traced(
  traces: GatewayTraces | null,
  admit: () => Promise<AdmissionReply>,
): Promise<AdmissionReply> {
  if (traces === null) return admit();
  return traces.within('admission', async () => {
    const reply = await admit();
    const { status, code } = reply;
    traces.annotate({ 'http.response.status_code': status, ...(code === undefined ? {} : { code }) });
    return reply;
  });
}

function certificateOf({ certificateChain, admissionPrivateKey }: Identity) {
  return { certificateChain, privateKey: admissionPrivateKey };
}
