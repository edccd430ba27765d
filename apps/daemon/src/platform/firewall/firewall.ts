import type { Log } from '@comet/foundation/log';
import { type Endpoint, taskQueue } from '@comet/foundation';
import { rm } from 'node:fs/promises';
import { replaceFile } from '../files/replace-file.ts';
import type { RoutedTraffic } from './route-marks.ts';
import { retryingWrite } from '../files/retrying-write.ts';

/** The outer packets of a tunnel, as the network transports them. */
export interface DataPlane {
  readonly transport: 'udp' | 'tcp';
  /** At the gateway. */
  readonly port: number;
  /** Set if only the user of the programs that carry a tunnel may send them; otherwise also our marked packets. */
  readonly sender?: 'program';
}

/** The gateway of a tunnel. Addresses are IPv4 or IPv6 text. */
export interface GatewayContact {
  readonly address: string;
  readonly dataPlane: DataPlane;
  /** Null if its admission endpoint is not used. */
  readonly admissionPort: number | null;
  /** TCP ports that root may probe during the connect. */
  readonly probePorts?: readonly number[];
}

/** A port that is forwarded to this machine. */
export interface OpenPort {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

/** A second gateway, which is reached through a link only. */
interface ThroughContact {
  readonly link: string;
  readonly address: string;
  readonly wireguardPort: number;
  readonly admissionPort: number;
}

/** A host of the control plane, or one on the way to it, which root may contact; with `sender`, the user of the obfuscation programs instead. */
export interface ApiContact extends Endpoint {
  readonly sender?: 'program';
}

/** A web server of ours that browsers of this machine may contact: address, port and host name. */
export interface WebContact extends Endpoint {
  readonly name: string;
}

/**
 * The allowed traffic; with `splitOutside`, also the traffic of split tunnelling outside the tunnel. `null` instead of a policy means
 * that no traffic is blocked; on Linux, only packets from the addresses of past tunnels are dropped, until `close`.
 */
export type FirewallPolicy =
  | {
      /** Only the API, so that the user can resolve the block. */
      readonly kind: 'blocked';
      readonly allowLan: boolean;
      readonly api: readonly ApiContact[];
      readonly splitOutside?: true;
      /** Set while a program shows the network's sign-in page; see `portal-rules.ts`. */
      readonly portal?: true;
      /** Where the user can resolve a block of the account, allowed for every program of this machine; absent where that would not help. */
      readonly dashboard?: readonly WebContact[];
    }
  | {
      readonly kind: 'connecting';
      readonly allowLan: boolean;
      readonly api: readonly ApiContact[];
      readonly gateway: GatewayContact;
      /** Further transports of the gateway that are being opened. */
      readonly opening?: readonly DataPlane[];
      readonly through?: ThroughContact;
      readonly splitOutside?: true;
      readonly portal?: true;
    }
  | {
      readonly kind: 'connected';
      readonly allowLan: boolean;
      readonly gateway: GatewayContact;
      /** Further transports of the gateway that are being opened, and ports to which a program sends handshakes of the tunnel. */
      readonly opening?: readonly DataPlane[];
      /** The gateway's WireGuard ports, for the retries while the tunnel uses another transport. */
      readonly retryPorts?: readonly number[];
      /** The gateway to which the tunnel is about to move. */
      readonly nextGateway?: GatewayContact;
      /** The link, our addresses at the gateway where traffic leaves, and the resolvers inside the tunnel. */
      readonly tunnel: {
        readonly link: string;
        readonly ipv4: string;
        readonly ipv6: string;
        /** Our address at the first gateway of two, which the link has as well; IPv4. */
        readonly hop?: string;
        readonly dns: readonly string[];
      };
      /** DNS servers in the local network, for the resolver program only; absent without one. */
      readonly lanDns?: readonly string[];
      /** Ports of this machine to which hosts in the tunnel may connect; absent without one. */
      readonly openPorts?: readonly OpenPort[];
      readonly through?: ThroughContact;
      readonly splitOutside?: true;
      /** The traffic of routes, with the gateways of their tunnels; absent without routes. */
      readonly routed?: RoutedTraffic & { readonly gateways: readonly GatewayContact[] };
    };

/** The part of the machine's packet filter that this program controls. */
export interface Firewall {
  /** Replaces the policy in one step; rejects without any change. */
  apply(policy: FirewallPolicy | null): Promise<void>;
  /** Whether a policy of ours is in force, from this process or an earlier one. */
  isInForce(): Promise<boolean>;
  /** Removes rules that remain without a policy; absent where there are none. */
  close?(): Promise<void>;
}

/** Returns whether two policies are equal in every field; null is no policy. */
export function samePolicy(one: FirewallPolicy | null, other: FirewallPolicy | null): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether programs of another user send some of a policy's packets, which only Linux supports. */
export function hasProgramSender(policy: FirewallPolicy): boolean {
  if (policy.kind === 'blocked') return false;
  return policy.gateway.dataPlane.sender === 'program' || policy.opening !== undefined;
}

/** The block of lockdown in the system's own form, which the system applies before the network comes up. */
export interface BootBlock {
  /**
   * Null removes the file. Does nothing if the file is up to date. Resolves with whether it is; otherwise the write is retried each minute.
   */
  keep(policy: FirewallPolicy | null): Promise<boolean>;
}

/** The block as a file of rules. */
export function bootBlock(path: string, rulesOf: (policy: FirewallPolicy) => string, log: Log): BootBlock {
  let wanted: string | null = null;
  let kept: string | null | undefined;
  const next = taskQueue();

  async function write(): Promise<void> {
    const text = wanted;
    if (text === kept) return;
    if (text === null) await rm(path, { force: true });
    else await replaceFile(path, text, { lasting: true });
    kept = text;
  }

  const save = retryingWrite(path, () => next(write), log);

  return {
    keep(policy) {
      wanted = policy === null ? null : rulesOf(policy);
      return save();
    },
  };
}
