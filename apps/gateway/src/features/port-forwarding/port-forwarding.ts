import { addressesOf, type ExitClaim, hostAt } from '@comet/admission';
import { type Clock, err, ok, parseIp, type Result, unixSeconds } from '@comet/foundation';
import type { PortForward, PortForwardTable } from '../../platform/firewall/port-forwards.ts';
import type { Lease } from '../leases/index.ts';
import { type ForwardedPortsFile, portsFromFile, portsToFile } from './forwarded-ports.store.ts';
import { type ForwardedPort, portLimits, PortTable } from './port-table.ts';
import type { ForwardingDecisions, ForwardingRefusal, MapRequest } from './reply-to.ts';

/** A pseudonym changes each week, so a block ends with it. Seconds. */
const blockTime = 7 * 24 * 3600;

/** The switch of the location, and the ports whose holders the operator blocks. */
export interface ForwardingSwitch {
  readonly enabled: boolean;
  readonly blocks: readonly { readonly id: string; readonly address: string; readonly port: number }[];
}

interface PortForwardingParts {
  readonly range: { readonly first: number; readonly last: number };
  /** The gateway's public IPv4 address, and the one of its machine that it leads to: behind 1:1 NAT they differ. */
  readonly publicAddress: string;
  readonly localAddress: string;
  readonly sessions: { withHost(host: number): Lease | null };
  readonly table: PortForwardTable;
  /** The content of the file of a previous agent. */
  readonly saved: ForwardedPortsFile | null;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called after each change, so that it is saved. */
  onChange(): void;
  /** Called with the tunnel addresses of ended sessions that had forwarded ports. */
  onEnded(addresses: readonly string[]): void;
}

export interface PortForwarding {
  /** The decisions about the client with this address in the tunnel. */
  clientAt(ipv4: string): ForwardingDecisions;
  /** Ends the ports of a session that no longer leaves by their public address. Call before its egress route changes. */
  settle(lease: Lease): Promise<void>;
  /** Ends the ports of ended sessions, which stay reserved for their customers. */
  end(leases: readonly Lease[]): Promise<void>;
  /**
   * Applies what the control plane returned. While the location is switched off nothing is forwarded and no request granted; mappings whose
   * leases last are forwarded again afterwards. The ports of the holders of blocked ones end.
   */
  apply(control: ForwardingSwitch): Promise<void>;
  /** Ends expired leases and reservations. Also retries what the kernel refused. */
  sweep(): Promise<void>;
  /** Number of forwarded mappings, and of refused requests by reason since the start. */
  figures(): { readonly mappings: number; readonly refusals: ReadonlyMap<ForwardingRefusal, number> };
  toFile(): ForwardedPortsFile;
}

/** Creates the forwarded ports from the file. Nothing is forwarded until the first call of `sweep`. */
export function createPortForwarding(parts: PortForwardingParts): PortForwarding {
  const { sessions, clock } = parts;
  const now = () => unixSeconds(clock.now());
  const ports = new PortTable({ ...parts.range, ...portLimits });
  const refusals = new Map<ForwardingRefusal, number>();
  const blocked = new Map(parts.saved?.blocked);
  let isEnabled = parts.saved?.isEnabled ?? false;
  let doneBlocks: readonly string[] = parts.saved?.blocks ?? [];
  const epoch = parts.saved?.epoch ?? now();
  /** Whether the kernel may lack a change: at the start, and after a refused one. */
  let isPending = true;
  /** Hosts whose connections end once the kernel no longer forwards their ports. */
  const closing = new Set<number>();
  for (const port of parts.saved === null ? [] : portsFromFile(parts.saved)) ports.restore(port);
  ports.endWhere((port) => !isOfSession(port), now());

  /** Whether the session of the port's host still has its public address. */
  function isOfSession(port: ForwardedPort): boolean {
    const lease = sessions.withHost(port.host);
    return lease?.sub === port.sub && publicAddressOf(lease.exit, parts.publicAddress) === port.address;
  }

  async function program(): Promise<void> {
    isPending = true;
    try {
      const forwarded = isEnabled ? [...ports.all()] : [];
      const closed = [...closing];
      await parts.table.set(forwarded.flatMap((port) => forwardsOf(port, parts)));
      isPending = false;
      for (const host of closed) closing.delete(host);
      if (closed.length > 0) parts.onEnded(closed.map((host) => addressesOf(host).ipv4));
    } catch (error) {
      // An earlier call may have succeeded meanwhile.
      isPending = true;
      throw error;
    }
  }

  /** Ends ports, in the kernel too, and the connections of their sessions. */
  async function endWhere(isOver: (port: ForwardedPort) => boolean): Promise<void> {
    const hosts = [...ports.all()].filter(isOver).map(({ host }) => host);
    if (!ports.endWhere(isOver, now())) return;
    for (const host of hosts) closing.add(host);
    parts.onChange();
    await program();
  }

  type Client = Result<{ lease: Lease; address: string }, ForwardingRefusal>;

  function clientOf(ipv4: string): Client {
    const lease = sessions.withHost(hostAt(ipv4) ?? -1);
    const address = lease === null ? null : publicAddressOf(lease.exit, parts.publicAddress);
    return lease === null || address === null ? err('no_own_address') : ok({ lease, address });
  }

  function admitted(ipv4: string): Client {
    const client = clientOf(ipv4);
    if (!client.ok) return client;
    if (!isEnabled) return err('disabled');
    return (blocked.get(client.value.lease.sub) ?? 0) > now() ? err('blocked') : client;
  }

  async function map(ipv4: string, request: MapRequest): ReturnType<ForwardingDecisions['map']> {
    // A customer may always close a port, also one that would be forwarded again later.
    const client = request.lifetime === 0 ? clientOf(ipv4) : admitted(ipv4);
    if (!client.ok) return client;
    const { lease, address } = client.value;
    const { host, sub, slot } = lease;
    const bytes = bytesOf(address);
    if (request.lifetime === 0) {
      const removed = ports.remove({ ...request, host }, now());
      if (!removed.ok) return removed;
      parts.onChange();
      return (await programmed()) ? ok({ port: 0, lifetime: 0, address: bytes }) : err('failed');
    }
    if (ports.expire(now())) isPending = true;
    const granted = ports.map({ ...request, host, sub, slot, address }, now(), parts.random);
    if (!granted.ok) return granted;
    parts.onChange();
    const { isNew, ...mapping } = granted.value;
    const isInKernel = (!isNew && !isPending) || (await programmed());
    return isInKernel ? ok({ ...mapping, address: bytes }) : err('failed');
  }

  /** Returns false if the kernel refused; the next change or sweep tries again. */
  const programmed = () =>
    program().then(
      () => true,
      () => false,
    );

  return {
    clientAt: (ipv4) => ({
      address() {
        const client = admitted(ipv4);
        return client.ok ? ok(bytesOf(client.value.address)) : client;
      },
      map: (request) => map(ipv4, request),
      epoch: () => Math.max(0, now() - epoch),
      onRefusal: (reason) => void refusals.set(reason, (refusals.get(reason) ?? 0) + 1),
    }),
    settle: ({ host, sub, exit }) =>
      endWhere(
        (port) =>
          port.host === host &&
          (port.sub !== sub || publicAddressOf(exit, parts.publicAddress) !== port.address),
      ),
    end: (leases) =>
      endWhere((port) => leases.some(({ host, sub }) => port.host === host && port.sub === sub)),
    async apply({ enabled, blocks }) {
      const added = blocks.filter(({ id }) => !doneBlocks.includes(id));
      const holders = added
        .map(({ address, port }) => ports.holderOf(address, port))
        .filter((holder) => holder !== null);
      for (const holder of holders) blocked.set(holder, now() + blockTime);
      const isSwitched = enabled !== isEnabled;
      isEnabled = enabled;
      doneBlocks = blocks.map(({ id }) => id);
      if (isSwitched && !enabled) for (const { host } of ports.all()) closing.add(host);
      if (isSwitched || added.length > 0) parts.onChange();
      if (isSwitched) isPending = true;
      await endWhere((port) => holders.includes(port.sub));
      if (isPending) await program();
    },
    async sweep() {
      for (const [sub, until] of blocked) if (until <= now()) blocked.delete(sub);
      const isChanged = ports.expire(now());
      if (isChanged) parts.onChange();
      if (isChanged || isPending) await program();
    },
    figures: () => ({ mappings: isEnabled ? ports.size : 0, refusals }),
    toFile: () => ({
      version: 1,
      epoch,
      isEnabled,
      blocks: [...doneBlocks],
      blocked: [...blocked],
      ports: portsToFile(ports.all()),
    }),
  };
}

/** The public address of a session: the gateway's, or its dedicated IP. Null for one that leaves by an exit or a provider. */
function publicAddressOf(exit: ExitClaim | undefined, ofGateway: string): string | null {
  if (exit === undefined) return ofGateway;
  return exit.kind === 'address' ? exit.address : null;
}

function forwardsOf(
  { address, port, host, internalPort, leases }: ForwardedPort,
  { publicAddress, localAddress }: Pick<PortForwardingParts, 'publicAddress' | 'localAddress'>,
): readonly PortForward[] {
  return (['tcp', 'udp'] as const)
    .filter((protocol) => leases[protocol] !== undefined)
    .map((protocol) => ({
      ...{ protocol, port },
      address: address === publicAddress ? localAddress : address,
      target: addressesOf(host).ipv4,
      targetPort: internalPort,
    }));
}

function bytesOf(ipv4: string): Uint8Array {
  return Uint8Array.from(parseIp(ipv4)?.bytes ?? [0, 0, 0, 0]);
}
