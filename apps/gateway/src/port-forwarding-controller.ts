import { networkInterfaces } from 'node:os';
import { addressesOf, gatewayHost } from '@comet/admission';
import { type Clock, reasonOf } from '@comet/foundation';
import type { Log } from '@comet/foundation/log';
import type { StateFile } from '@comet/foundation/state-file';
import { forgetForwardedConnections } from '@comet/linux-network';
import type { Lease, LeaseTable } from './features/leases/index.ts';
import {
  createPortForwarding,
  type ForwardedPortsFile,
  followSwitch,
  type PortForwarding,
  servePortMapping,
} from './features/port-forwarding/index.ts';
import { repeat, sleepUntil } from './platform/clock/sleep.ts';
import type { ControlPlane } from './platform/control-plane/control-plane.ts';
import { debouncedWriter } from './platform/files/debounced-writer.ts';
import { openPortForwardTable } from './platform/firewall/port-forwards.ts';
import { openConnections } from './platform/routing/connections.ts';
import type { Settings } from './settings.ts';

/** Milliseconds between two searches for ended leases, and until a change is saved. */
const intervals = { sweep: 1_000, save: 500 };

/** Forwarded ports: NAT-PMP and PCP for sessions, the location's switch, and the saved state. */
export interface PortForwardingController extends Pick<PortForwarding, 'settle' | 'figures'> {
  end(leases: readonly Lease[]): Promise<void>;
  /** Call it with the `portForwarding` of each heartbeat: a changed one makes the gateway read the switch of its location again. */
  announced(version: string): void;
  /** Runs the tasks until `signal` is aborted. */
  run(signal: AbortSignal): Promise<void>;
  /** Stops the server and saves the state; forwarded ports continue until the tunnel is removed. */
  close(): Promise<void>;
}

/** The controller of a gateway that forwards no ports. */
const noPortForwarding: PortForwardingController = {
  settle: () => Promise.resolve(),
  end: () => Promise.resolve(),
  announced: () => undefined,
  figures: () => ({ mappings: 0, refusals: new Map() }),
  run: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

interface ControllerParts {
  readonly settings: Pick<Settings, 'forwardedPorts' | 'publicIpv4' | 'uplinkInterface'>;
  readonly leases: LeaseTable;
  readonly file: StateFile<ForwardedPortsFile>;
  readonly controlPlane: ControlPlane;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
}

/** Restores the saved ports, and serves clients. Call after the rules were replaced and the leases restored. */
export async function openPortForwarding(parts: ControllerParts): Promise<PortForwardingController> {
  const { settings, clock, log } = parts;
  const range = settings.forwardedPorts;
  if (range === null) return noPortForwarding;
  const logError = (what: string) => (error: unknown) => log.error({ reason: reasonOf(error) }, what);
  const logWarning = (what: string) => (reason: string) => log.warn({ reason }, what);
  const connections = openConnections(
    logError('The tracked connections of forwarded ports could not be deleted'),
    forgetForwardedConnections,
  );
  const saved = await parts.file.read().catch((error: unknown) => {
    logError('The forwarded ports are not restored: clients request new ones')(error);
    return null;
  });
  const forwarding = createPortForwarding({
    range,
    publicAddress: settings.publicIpv4,
    localAddress: localAddressOf(settings.publicIpv4, settings.uplinkInterface),
    sessions: parts.leases,
    table: openPortForwardTable(),
    ...{ saved, clock },
    random: parts.random,
    onChange: () => writer.schedule(),
    onEnded: connections.forget,
  });
  let announced = '';
  let change = Promise.withResolvers<void>();
  const save = () => parts.file.write(forwarding.toFile());
  const writer = debouncedWriter(save, intervals.save, logError('The forwarded ports could not be saved'));
  await forwarding.sweep();
  const server = await servePortMapping({
    address: addressesOf(gatewayHost).ipv4,
    clientAt: forwarding.clientAt,
    now: () => performance.now(),
    onError: logError('NAT-PMP and PCP: the server failed'),
  });
  return {
    settle: forwarding.settle,
    end: forwarding.end,
    figures: forwarding.figures,
    announced(version) {
      if (version === announced) return;
      announced = version;
      change.resolve();
    },
    async run(signal) {
      await Promise.all([
        repeat(
          intervals.sweep,
          forwarding.sweep,
          logError('Ended port forwards could not be removed'),
          signal,
        ),
        followSwitch(
          {
            controlPlane: parts.controlPlane,
            apply: (control) =>
              forwarding.apply(control).catch(logError('Forwarded ports could not be removed')),
            onFailure: logWarning('The control plane did not return whether ports are forwarded'),
            changed() {
              change = Promise.withResolvers();
              return change.promise;
            },
            sleepUntil,
          },
          signal,
        ),
      ]);
    },
    async close() {
      server.close();
      await connections.settled();
      writer.schedule();
      await writer.flush();
    },
  };
}

/** Returns the address of this machine to which packets for the public address arrive: behind 1:1 NAT, that of the uplink. */
function localAddressOf(publicAddress: string, uplink: string): string {
  const links = networkInterfaces();
  const isOwn = Object.values(links).some((found) => found?.some(({ address }) => address === publicAddress));
  const ofUplink = links[uplink]?.find(({ family }) => family === 'IPv4')?.address;
  return isOwn ? publicAddress : (ofUplink ?? publicAddress);
}
