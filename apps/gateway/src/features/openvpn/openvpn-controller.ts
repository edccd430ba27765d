import type { Grant, OpenvpnOffers, OpenvpnSecrets, Revocation } from '@comet/contract';
import { reasonOf } from '@comet/foundation';
import type { RunDirectory } from '../../platform/files/run-directory.ts';
import type { Credential, Event } from '../authenticator/index.ts';
import type { FeedEffect } from '../feed/index.ts';
import {
  type AuthenticatorLink,
  type LinkParts,
  openAuthenticatorLink,
  offersOf,
} from './authenticator-link.ts';
import { type OpenvpnPlan, planPrograms } from './plan.ts';

export interface OpenvpnControllerParts extends Pick<LinkParts, 'start' | 'sleep'> {
  readonly directory: RunDirectory;
  /** The feed's state. */
  readonly feed: {
    readonly gatewayId: string;
    readonly openvpn: OpenvpnSecrets | null;
    readonly grants: { all(): Iterable<Grant> };
    readonly revocations: { all(): readonly Revocation[] };
    /** Unix seconds. */
    readonly trustedUntil: number;
  };
  readonly plan: Omit<OpenvpnPlan, 'certificateChain' | 'privateKey' | 'tlsCryptV2ServerKey'>;
  identity(): { readonly certificateChain: string; readonly admissionPrivateKey: string };
  onFailure(reason: string): void;
  /** Called with the addresses (without prefix length) whose session has ended. */
  onFreed(addresses: readonly string[]): void;
}

/** The agent's side of OpenVPN: programs to run, credentials, and available endpoints. */
export interface OpenvpnController {
  /** Null while no server runs. */
  offers(): OpenvpnOffers | null;
  /** Resolves at the next change of the offers. */
  changed(): Promise<void>;
  sessions(): number;
  /** Called after every line of the feed. */
  received(effect: FeedEffect): void;
  /** Called after the certificate was renewed. */
  renewed(): void;
  /** Leaves everything running for the next agent. */
  leave(): Promise<void>;
  /** Ends everything. */
  end(): Promise<void>;
}

/** Used if OpenVPN could not be started. */
export const noOpenvpn: OpenvpnController = {
  offers: () => null,
  changed: () => new Promise(() => undefined),
  sessions: () => 0,
  received: () => undefined,
  renewed: () => undefined,
  leave: () => Promise.resolve(),
  end: () => Promise.resolve(),
};

/**
 * Creates OpenVPN's side of the agent. Its programs run in the authenticator process, which is connected once the feed has sent the
 * gateway's secrets.
 */
export function createOpenvpnController(parts: OpenvpnControllerParts): OpenvpnController {
  const { feed, plan, directory } = parts;
  let link: AuthenticatorLink | null = null;
  let status: Extract<Event, { type: 'standing' }> = { type: 'standing', running: [], sessions: 0 };
  let pendingWrite: Promise<void> = Promise.resolve();
  let change = Promise.withResolvers<void>();

  function updateStatus(now: typeof status): void {
    const same = now.running.toSorted().join() === status.running.toSorted().join();
    status = now;
    if (same) return;
    change.resolve();
    change = Promise.withResolvers<void>();
  }

  /** Connects once the feed has sent the gateway's secrets. */
  function open(): void {
    if (feed.openvpn === null || plan.programs.openvpn === null) return;
    link ??= openAuthenticatorLink({
      socket: directory.socketAt('orders.sock'),
      start: parts.start,
      sleep: parts.sleep,
      onUp: sendAll,
      onFailure: (reason) => {
        updateStatus({ type: 'standing', running: [], sessions: 0 });
        parts.onFailure(`the authenticator is gone: ${reason}`);
      },
      onEvent(message) {
        if (message.type === 'standing') updateStatus(message);
        if (message.type === 'freed') parts.onFreed(message.addresses);
        if (message.type === 'ended') parts.onFailure(`${message.name} ${message.reason}`);
      },
    });
  }

  function sendAll(): void {
    sendCredentialTable();
    sendPrograms();
  }

  function sendCredentialTable(): void {
    const { openvpn } = feed;
    if (openvpn === null) return;
    const credentials = [...feed.grants.all()].flatMap((grant) => credentialIn(grant) ?? []);
    link?.send({
      type: 'roll',
      gateway: feed.gatewayId,
      pepper: openvpn.pepper,
      until: feed.trustedUntil,
      credentials,
      revocations: [...feed.revocations.all()],
    });
  }

  /** Writes the files, then notifies the authenticator; one change at a time. */
  function sendPrograms(): void {
    const { openvpn } = feed;
    if (openvpn === null) return;
    pendingWrite = pendingWrite
      .then(async () => {
        const { certificateChain, admissionPrivateKey: privateKey } = parts.identity();
        const tlsCryptV2ServerKey = Buffer.from(openvpn.tlsCryptV2ServerKey, 'base64url');
        const planned = planPrograms(
          { ...plan, certificateChain, privateKey, tlsCryptV2ServerKey },
          directory,
        );
        await directory.write(planned.files);
        link?.send({ type: 'run', programs: [...planned.programs] });
      })
      .catch((error: unknown) => parts.onFailure(reasonOf(error)));
  }

  function received(effect: FeedEffect): void {
    if (link === null) return open();
    switch (effect.kind) {
      case 'alive':
        return link.send({ type: 'trust', until: feed.trustedUntil });
      case 'keys':
        return sendAll();
      case 'replaced':
        return sendCredentialTable();
      case 'granted': {
        const credential = credentialIn(effect.grant);
        return credential === null ? undefined : link.send({ type: 'grant', credential });
      }
      case 'withdrawn':
        return link.send({ type: 'withdraw', id: effect.grant.id });
      case 'revoked':
        // First, so that no login in between opens a session.
        if (effect.withdrawn !== null) link.send({ type: 'withdraw', id: effect.withdrawn.id });
        for (const revocation of effect.revocations) link.send({ type: 'revoke', revocation });
        return;
    }
  }

  open();
  return {
    offers() {
      const [first, ...others] = offersOf(plan, status.running);
      return first === undefined ? null : { offers: [first, ...others] };
    },
    changed: () => change.promise,
    sessions: () => status.sessions,
    received,
    renewed: sendPrograms,
    async leave() {
      await pendingWrite;
      await link?.disconnect();
    },
    async end() {
      await pendingWrite;
      await link?.end();
    },
  };
}

function credentialIn(grant: Grant): Credential | null {
  if (grant.kind === 'credential') return { id: grant.id, verifier: grant.verifier };
  return grant.kind === 'openvpn' ? { id: grant.id, sub: grant.sub, mac: grant.mac } : null;
}
