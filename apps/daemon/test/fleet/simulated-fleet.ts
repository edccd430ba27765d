import { generateKeyPairSync } from 'node:crypto';
import {
  addressesOf,
  checkProof,
  checkTicket,
  issueTicket,
  publishKey,
  readSigner,
  readVerifiers,
  signDocument,
  ticketKeyOf,
  ticketLifetime,
  type Verifiers,
} from '@comet/admission';
import { api as contract, type Admittance, type Presentation } from '@comet/contract';
import { err, ok, type Result, unixSeconds } from '@comet/foundation';
import { generateWireguardKeyPair } from '@comet/linux-network';
import { fakeApi, keyOf } from '../../src/platform/control-plane/api.fake.ts';
import type { Api } from '../../src/platform/control-plane/api.ts';
import type { AdmissionFailure } from '../../src/platform/admission/admission-endpoint.ts';
import type { VirtualTime } from '../simulation/virtual-time.ts';

/** A gateway, reduced to tickets and handshakes. */
export interface SimulatedGateway {
  readonly id: string;
  readonly keys: { readonly privateKey: string; readonly publicKey: string };
  alive: boolean;
  /** The keys that it accepts. */
  readonly sessions: Set<string>;
  present(presentation: Presentation): Result<Admittance, AdmissionFailure>;
}

/** Gateways of one location and a control plane that counts its calls. */
export interface SimulatedFleet {
  readonly verifiers: Verifiers;
  readonly gateways: readonly SimulatedGateway[];
  /** Times of requests to the API, in ms of the virtual clock. */
  readonly calls: number[];
  apiAway: boolean;
  apiFor(sub: string): Api;
}

export function simulateFleet(time: VirtualTime, count: number): SimulatedFleet {
  const signer = readSigner(
    generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  );
  const verifiers = readVerifiers([publishKey(signer)]);
  const seconds = () => unixSeconds(time.clock.now());
  const gateways = Array.from({ length: count }, (_, index) => gatewayAt(index, verifiers, seconds));
  const locations = [
    {
      ...{ code: 'nl-ams', country: 'NL', countryName: 'Netherlands', city: 'Amsterdam' },
      ...{ type: 'standard', latitude: 52, longitude: 5, features: [] },
    },
  ];
  const list = signDocument('server-list', signer, {
    ...{ version: 1, issuedAt: seconds(), expiresAt: seconds() + 7 * 86_400, locations },
    gateways: gateways.map(({ id, keys }, index) => ({
      ...{ id, location: 'nl-ams', serverName: `gw-${index}.gateway.comet`, ipv4: `192.0.2.${index + 1}` },
      ...{ ipv6: null, doorPort: 443, wireguardPort: 51_820, wireguardPublicKey: keys.publicKey },
      ...{ openvpn: null, online: true, loadPercent: null },
    })),
  });

  function ticketFor(sub: string, body: { gatewayId: string; publicKey: string; standby: boolean }) {
    const iat = seconds();
    const typ = body.standby ? 'standby' : 'session';
    const [exp, sessionUntil] = [iat + ticketLifetime[typ], iat + ticketLifetime.standby];
    const named = { aud: body.gatewayId, key: ticketKeyOf(body.publicKey), sub, slot: 1, features: [] };
    const iso = (at: number) => new Date(at * 1000).toISOString();
    return {
      ticket: issueTicket(signer, { typ, iat, exp, sessionUntil, ...named }),
      ...{ expiresAt: iso(exp), sessionUntil: iso(sessionUntil) },
    };
  }

  const fleet: SimulatedFleet = {
    ...{ verifiers, gateways, calls: [], apiAway: false },
    apiFor(sub) {
      const api = fakeApi();
      api.replies.set(keyOf(contract.serverList), () => ({ list }));
      api.replies.set(keyOf(contract.issueTicket), ({ body }) => ticketFor(sub, body as never));
      return {
        call(endpoint, request) {
          fleet.calls.push(time.clock.now().getTime());
          api.unreachable = fleet.apiAway;
          return api.call(endpoint, request);
        },
        forget: () => undefined,
      };
    },
  };
  return fleet;
}

function gatewayAt(index: number, verifiers: Verifiers, now: () => number): SimulatedGateway {
  const id = `00000000-0000-4000-8000-00000000000${index}`;
  const keys = generateWireguardKeyPair();
  const sessions = new Set<string>();
  let hosts = 16;
  const gateway: SimulatedGateway = {
    ...{ id, keys, sessions, alive: true },
    present({ ticket, publicKey, proof }) {
      if (!gateway.alive) return err({ kind: 'unreachable', detail: 'no response' });
      const checked = checkTicket(verifiers, ticket, { audience: id, now: now() });
      if (!checked.ok) return err({ kind: 'refused', code: checked.error });
      const own = { privateKey: keys.privateKey, peerPublicKey: publicKey };
      if (!checkProof(own, 'present', ticket, proof)) return err({ kind: 'refused', code: 'proof_invalid' });
      sessions.add(publicKey);
      hosts += 1;
      return ok({
        ...{ serverPublicKey: keys.publicKey, wireguardPort: 51_820, ...addressesOf(hosts) },
        ...{ dns: ['100.64.0.1'], mtu: 1420 },
        sessionUntil: new Date(checked.value.sessionUntil * 1000).toISOString(),
      });
    },
  };
  return gateway;
}
