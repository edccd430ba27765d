import { addressesOf, gatewayHost, tunnelNetwork } from '@comet/admission';
import type { OwnNetwork, ProxyGrant, ProxyUserGrant } from '@comet/contract';
import type { Log } from '@comet/foundation/log';
import type { FeedEffect } from './features/feed/index.ts';
import type { QuotaLeaseLedger } from './features/metering/index.ts';
import type { ExitView } from './features/proxy/index.ts';
import { GrantChanges, ProxyCustomers, type ProxyLink, startProxy } from './features/proxy-link/index.ts';
import { exitNetworks, tproxyListener } from './platform/routing/exit-slot.ts';
import { programPath } from './platform/processes/program-path.ts';
import { sleep } from './platform/clock/sleep.ts';
import type { Settings } from './settings.ts';

/** Milliseconds until the proxy's quota request is retried after the ledger was unreachable. */
const retryDelay = 2_000;
/** Number of consecutive empty responses after which a quota account counts as empty. */
const maxEmptyReplies = 3;

interface ProxyControllerParts {
  readonly settings: Settings;
  readonly gatewayId: string;
  /** See `ProxyLinkParts`. */
  readonly listener: string | null;
  /** Path of `comet-relay`. */
  readonly relay: string;
  readonly ledger: Pick<QuotaLeaseLedger, 'draw' | 'use'>;
  readonly log: Log;
  /** Null until the control plane has sent it. */
  pepper(): string | null;
  /** The customers of the proxy; none while the feed's state is stale. */
  customers(): readonly (ProxyGrant | ProxyUserGrant)[];
  /** All exits of the proxy. */
  exits(): readonly ExitView[];
  onExitFailed(exit: string): void;
  /** Called when the proxy starts or stops listening. */
  onChange(): void;
}

/** The agent's side of the residential proxy: starts it, sends it its configuration, and reserves quota leases for it. */
interface ProxyController {
  /** Null while the proxy does not listen. */
  ports(): { httpPort: number; socksPort: number } | null;
  /** Whether providers' endpoints serve tunnels now. */
  servesTunnels(): boolean;
  /** Sets the provider's endpoint of the tunnel with this address; null for none. */
  session(address: string, exit: string | null): void;
  /** Called after every line of the feed. */
  received(effect: FeedEffect): void;
  sendOwnNetworks(networks: readonly OwnNetwork[]): void;
  sendCustomers(): void;
  sendExits(): void;
  /** See `ProxyLink`. */
  readonly probe: ProxyLink['probe'];
  lapse(quotaLeases: ReadonlySet<string>): void;
  /** Ends the proxy; resolves when the usage of all quota leases is reported. */
  end(): Promise<void>;
}

/** Starts the residential proxy's process and returns the agent's side of it. */
export function openProxyController(parts: ProxyControllerParts): ProxyController {
  const { ledger, log, settings } = parts;
  const { httpPort, socksPort, user, except } = settings.proxy;
  const customers = new ProxyCustomers(parts.gatewayId);
  let listening: { readonly servesTunnels: boolean } | null = null;
  const link = startProxy({
    program: programPath('proxy'),
    listener: parts.listener,
    setup: {
      ...{ host: '::', httpPort, socksPort, user, resolver: settings.resolver, except: [...except] },
      relay: parts.relay,
      tproxy: {
        address: addressesOf(gatewayHost).ipv4,
        port: tproxyListener.port,
        resolver: settings.exits.resolver,
      },
      admissionEndpoint: { host: settings.publicIpv4, port: settings.admissionPort },
    },
    sleep,
    onListening: (servesTunnels) => setListening({ servesTunnels }),
    onDraw: (quotaAccount) => {
      draw(quotaAccount).catch(() => log.error('A quota lease could not be reserved for the proxy'));
    },
    onUsed: (slice, bytes, done) => ledger.use(slice, bytes, done),
    onExitFailed: parts.onExitFailed,
    onFailure(reason) {
      setListening(null);
      log.warn({ reason }, 'The proxy ended; restarting it');
    },
  });

  function setListening(to: typeof listening): void {
    listening = to;
    parts.onChange();
  }

  async function draw(quotaAccount: string): Promise<void> {
    for (let empty = 0; ; ) {
      // That of a grant that was withdrawn meanwhile is unknown to the control plane.
      const reply = await ledger.draw('proxy', quotaAccount, customers.quotaNameOf(quotaAccount));
      if (reply.ok) {
        const { slice, bytes } = reply.value;
        if (!link.credit(quotaAccount, slice, bytes)) ledger.use(slice, 0, true);
        return;
      }
      // Other gateways may hold the remaining quota for a moment, and `empty` ends connections.
      if (reply.error === 'empty' && ++empty === maxEmptyReplies) return link.empty(quotaAccount);
      await sleep(retryDelay);
    }
  }

  function sendCustomers(): void {
    const pepper = parts.pepper();
    if (pepper !== null) link.customers(pepper, customers.replaceAll(parts.customers()));
  }

  const changes = new GrantChanges(link);
  const sendExits = () => link.exits(parts.exits());
  link.own(localNetworks(settings));
  sendCustomers();
  sendExits();

  return {
    ports: () => (listening === null ? null : { httpPort, socksPort }),
    servesTunnels: () => listening?.servesTunnels === true,
    session: link.session,
    received(effect) {
      if (effect.kind === 'replaced' || effect.kind === 'keys') return sendCustomers();
      if (!('grant' in effect)) return;
      const { grant } = effect;
      if (grant.kind !== 'proxy' && grant.kind !== 'proxyuser') return;
      if (effect.kind === 'granted') {
        const customer = customers.put(grant);
        if (customer !== null) changes.granted(customer);
      } else {
        customers.remove(grant);
        changes.withdrawn(grant);
      }
    },
    sendOwnNetworks: (networks) => link.own([...localNetworks(settings), ...networks]),
    sendCustomers,
    sendExits,
    probe: link.probe,
    lapse: (quotaLeases) => link.lapse([...quotaLeases]),
    end: link.end,
  };
}

/** This gateway's own addresses, which the proxy blocks before the control plane has sent the full list. */
function localNetworks({ publicIpv4, publicIpv6 }: Settings): readonly OwnNetwork[] {
  return [
    ...Object.values(exitNetworks),
    ...[tunnelNetwork.ipv4, tunnelNetwork.ipv6, `${publicIpv4}/32`],
    ...(publicIpv6 === null ? [] : [`${publicIpv6}/128`]),
  ].map((network) => ({ network, open: [] }));
}
