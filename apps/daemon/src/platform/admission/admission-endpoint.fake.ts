import type { Admittance, AdmissionErrorCode, Presentation } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Gateway } from '../../model/gateway.ts';
import type { AdmissionEndpoint } from './admission-endpoint.ts';

export interface FakeAdmission extends AdmissionEndpoint {
  /** Refusals of the next presentations, in order; later ones are accepted. */
  refusals: (AdmissionErrorCode | 'unreachable' | 'blocked')[];
  sessionUntil: string;
  /** Result of `openAt`. */
  roundTrip: number | null;
  readonly presented: (Presentation & { readonly gatewayId: string; readonly address: string })[];
  readonly released: string[];
}

/** Returns an admission endpoint in memory that admits every ticket, unless a refusal is queued in `refusals`. */
export function fakeAdmission(): FakeAdmission {
  const admissionEndpoint: FakeAdmission = {
    refusals: [],
    roundTrip: null,
    sessionUntil: '2026-11-22T00:00:00.000Z',
    presented: [],
    released: [],
    async present(gateway, presentation, signal) {
      await Promise.resolve();
      if (signal.aborted) return err({ kind: 'unreachable', detail: 'aborted' });
      admissionEndpoint.presented.push({ gatewayId: gateway.id, address: gateway.address, ...presentation });
      const refusal = admissionEndpoint.refusals.shift();
      if (refusal === 'unreachable') return err({ kind: 'unreachable', detail: 'no response' });
      if (refusal === 'blocked') return err({ kind: 'unreachable', detail: 'reset', isTlsBlocked: true });
      if (refusal !== undefined) return err({ kind: 'refused', code: refusal });
      return ok({ ...admittanceOf(gateway), sessionUntil: admissionEndpoint.sessionUntil });
    },
    async release(gateway) {
      await Promise.resolve();
      admissionEndpoint.released.push(gateway.id);
      return ok(null);
    },
    warm: () => Promise.resolve(),
    openAt: () => admissionEndpoint.roundTrip,
    forget: () => undefined,
    closeStaleConnections: () => Promise.resolve(),
    measure: () => Promise.resolve(null),
  };
  return admissionEndpoint;
}

/** What a gateway grants. */
export function admittanceOf({ wireguardPublicKey, wireguardPort }: Gateway): Admittance {
  return {
    serverPublicKey: wireguardPublicKey,
    wireguardPort,
    ipv4: '100.64.7.7',
    ipv6: 'fd00:c0:e7::7',
    dns: ['100.64.0.1'],
    mtu: 1420,
    sessionUntil: '2026-11-22T00:00:00.000Z',
  };
}
