import type { Admittance, DoorErrorCode, Presentation } from '@comet/contract';
import { err, ok } from '@comet/foundation';
import type { Gateway } from '../gateways/gateway.ts';
import type { Door } from './door.ts';

export interface FakeDoor extends Door {
  /** What the next presentations are refused with, in order; afterwards all are let in. */
  refusals: (DoorErrorCode | 'unreachable')[];
  sessionUntil: string;
  /** What `openAt` says. */
  roundTrip: number | null;
  readonly presented: (Presentation & { readonly gatewayId: string; readonly address: string })[];
  readonly released: string[];
}

export function fakeDoor(): FakeDoor {
  const door: FakeDoor = {
    refusals: [],
    roundTrip: null,
    sessionUntil: '2026-11-22T00:00:00.000Z',
    presented: [],
    released: [],
    async present(gateway, said, signal) {
      await Promise.resolve();
      if (signal.aborted) return err({ kind: 'unreachable', detail: 'aborted' });
      door.presented.push({ gatewayId: gateway.id, address: gateway.address, ...said });
      const refusal = door.refusals.shift();
      if (refusal === 'unreachable') return err({ kind: 'unreachable', detail: 'no answer' });
      if (refusal !== undefined) return err({ kind: 'refused', code: refusal });
      return ok({ ...admittanceOf(gateway), sessionUntil: door.sessionUntil });
    },
    async release(gateway) {
      await Promise.resolve();
      door.released.push(gateway.id);
      return ok(null);
    },
    warm: () => Promise.resolve(),
    openAt: () => door.roundTrip,
    forget: () => undefined,
    forgetAstray: () => Promise.resolve(),
    measure: () => Promise.resolve(null),
  };
  return door;
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
