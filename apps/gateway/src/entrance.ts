import { addressesOf, gatewayHost, hostAt, type NameFilter } from '@comet/admission';
import { exitDoorPath } from '@comet/contract';
import { type Clock, reasonOf } from '@comet/foundation';
import { publicKeyOf } from '@comet/linux-network';
import type { Logger } from 'pino';
import type { ExitSite } from './exit-site-port.ts';
import { createAdmissionDesk } from './features/admission/index.ts';
import type { Identity } from './features/enrolment/index.ts';
import type { FeedState } from './features/feed/index.ts';
import type { LeaseBook } from './features/leases/index.ts';
import type { Peers } from './features/peers/index.ts';
import { serveSecondKey } from './features/second-key/index.ts';
import { mtu } from './network-plan.ts';
import { openDoor } from './platform/door-server.ts';
import type { Settings } from './settings.ts';

export interface EntranceParts {
  readonly settings: Pick<Settings, 'doorPort' | 'wireguardPort'>;
  readonly identity: Identity;
  readonly filters: readonly NameFilter[];
  readonly feed: FeedState;
  readonly leases: LeaseBook;
  readonly peers: Peers;
  readonly exitSite: ExitSite;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Where clients and exits present themselves: the door, and inside of the tunnel the second key. */
export interface Entrance {
  replaceCertificate(identity: Identity): void;
  close(): Promise<void>;
}

/** Leaves nothing open when it rejects. */
export async function openEntrance(parts: EntranceParts): Promise<Entrance> {
  const { settings, identity, filters, feed, leases, peers, exitSite, clock, log } = parts;
  const serverPublicKey = publicKeyOf(identity.wireguardPrivateKey);
  const desk = createAdmissionDesk({
    ...{ identity, serverPublicKey, mtu, filters, feed, leases, peers, clock },
    wireguardPort: settings.wireguardPort,
    canLeave: exitSite.ways.available,
  });
  const secondKeys = await serveSecondKey({
    address: addressesOf(gatewayHost).ipv4,
    serverPublicKey,
    keyAt: (ipv4) => leases.withHost(hostAt(ipv4) ?? -1)?.publicKey ?? null,
    strengthen: peers.strengthen,
    onError: (error) => log.error({ reason: reasonOf(error) }, 'A second key could not be set'),
  });
  const door = await openDoor({
    port: settings.doorPort,
    certificate: certificateOf(identity),
    async handle(request) {
      const handle = request.path === exitDoorPath ? exitSite.handle : desk.handle;
      const answer = await handle(request);
      if (answer.code !== undefined) log.debug({ code: answer.code }, 'Refused at the door');
      return answer;
    },
    mayConnect: desk.mayConnect,
    onError: (error) => log.error({ reason: reasonOf(error) }, 'The door failed'),
  }).catch((error: unknown) => {
    secondKeys.close();
    throw error;
  });
  return {
    replaceCertificate: (renewed) => door.replaceCertificate(certificateOf(renewed)),
    async close() {
      await door.close();
      secondKeys.close();
    },
  };
}

function certificateOf({ certificateChain, doorPrivateKey }: Identity) {
  return { certificateChain, privateKey: doorPrivateKey };
}
