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
import { openTransports, type Transports } from './features/wireguard-transports/index.ts';
import { mtu } from './network-plan.ts';
import type { AdmissionReply } from './platform/admission-server/admission-request.ts';
import { openAdmission, sharedAdmissionPort } from './platform/admission-server/admission-server.ts';
import { controlPlaneAt, controlPlaneRelay } from './platform/admission-server/control-plane-relay.ts';
import { sleep } from './platform/clock/sleep.ts';
import type { Settings } from './settings.ts';

interface ClientEndpointsParts {
  readonly settings: Pick<
    Settings,
    'admissionPort' | 'apiUrl' | 'wireguardPort' | 'wireguardTransports' | 'transport'
  >;
  readonly identity: Identity;
  readonly filters: readonly NameFilter[];
  readonly feed: FeedState;
  readonly leases: LeaseTable;
  readonly peers: Peers;
  readonly exitController: ExitController;
  /** Whether the machine supports IPv6. */
  readonly ipv6: boolean;
  /** Whether it has the SOCKS5 proxy for the tunnel. */
  readonly servesSocks: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Null without a collector. */
  readonly traces: GatewayTraces | null;
}

/** The part of the traces that the gateway uses: no span names a customer. */
export type GatewayTraces = Pick<Traces, 'within' | 'step' | 'annotate' | 'finished'>;

/**
 * The endpoints for clients and exits: the admission endpoint, WireGuard's transports, which may share its port, and the post-quantum PSK
 * exchange inside the tunnel.
 */
interface ClientEndpoints {
  readonly transports: Pick<Transports, 'offered' | 'changed' | 'alignClients'>;
  replaceCertificate(identity: Identity): void;
  close(): Promise<void>;
}

/** Leaves nothing open when it rejects. */
export async function openClientEndpoints(parts: ClientEndpointsParts): Promise<ClientEndpoints> {
  const { settings, identity, filters, feed, leases, peers, exitController, clock, log, traces } = parts;
  const serverPublicKey = publicKeyOf(identity.wireguardPrivateKey);
  const ticketAdmission = createTicketAdmission({
    ...{ identity, serverPublicKey, mtu, filters, feed, leases, clock },
    servesSocks: parts.servesSocks,
    peers: {
      end: peers.end,
      async admit(request) {
        const admitted = await peers.admit(request);
        if (admitted.ok) transports.addClient(admitted.value.publicKey);
        return admitted;
      },
    },
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
  const transports = await openTransports({
    plan: {
      ...settings.transport,
      transports: settings.wireguardTransports,
      ipv6: parts.ipv6,
      wireguardPort: settings.wireguardPort,
      wireguardPublicKey: serverPublicKey,
      admission: { port: settings.admissionPort, sharedPort: sharedAdmissionPort },
    },
    certificate: certificateOf(identity),
    sleep,
    onFailure: (reason) => log.warn({ reason }, 'The program of WG_TRANSPORTS ended; restarting it'),
  });
  transports.alignClients(publicKeysOf(leases));
  if (transports.offered().length < settings.wireguardTransports.length)
    log.error('WireGuard is not reached over WG_TRANSPORTS: comet-transport does not start');
  const isShared = transports.sharesAdmissionPort;
  const admissionEndpoint = await openAdmission({
    port: isShared ? sharedAdmissionPort : settings.admissionPort,
    isShared,
    certificate: certificateOf(identity),
    async handle(request) {
      const handle = request.path === exitAdmissionPath ? exitController.handle : ticketAdmission.handle;
      const response = await traced(traces, () => handle(request));
      if (response.code !== undefined)
        log.debug({ code: response.code }, 'Refused at the admission endpoint');
      return response;
    },
    mayConnect: ticketAdmission.mayConnect,
    relay: controlPlaneRelay(controlPlaneAt(settings.apiUrl)),
    onError: (error) => log.error({ reason: reasonOf(error) }, 'The admission endpoint failed'),
  }).catch(async (error: unknown) => {
    await transports.close();
    postQuantumPsks.close();
    throw error;
  });
  return {
    transports,
    replaceCertificate(renewed) {
      admissionEndpoint.replaceCertificate(certificateOf(renewed));
      transports.replaceCertificate(certificateOf(renewed));
    },
    async close() {
      await transports.close();
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

/** The keys of the sessions, which may send scrambled datagrams and use Shadowsocks. */
export function publicKeysOf(leases: Pick<LeaseTable, 'all'>): readonly string[] {
  return [...leases.all()].map(({ publicKey }) => publicKey);
}

function certificateOf({ certificateChain, admissionPrivateKey }: Identity) {
  return { certificateChain, privateKey: admissionPrivateKey };
}
