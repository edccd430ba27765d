import { err, ok } from '@comet/foundation';
import type { TunnelLease } from '../../model/session.ts';
import type { Openvpn, OpenvpnFailure, OpenvpnTarget } from './openvpn.ts';

export interface FakeOpenvpn extends Openvpn {
  /** Variants that work on this network. */
  readonly passing: Set<OpenvpnTarget['offer']['variant']>;
  /** Failures of the next tunnels, in order. */
  failures: OpenvpnFailure[];
  current: OpenvpnTarget | null;
  /** Bytes through the tunnel. */
  passed: { received: number; sent: number };
  readonly tried: OpenvpnTarget[];
  end(failure: OpenvpnFailure): void;
}

const lease: TunnelLease = {
  ipv4: '100.80.0.7',
  ipv6: 'fd00:c0:e7:80::7',
  dns: ['100.64.0.1'],
  mtu: 1500,
};

/** Returns an OpenVPN client in memory whose variants in `passing` connect. */
export function fakeOpenvpn(): FakeOpenvpn {
  const listeners = new Set<(failure: OpenvpnFailure) => void>();
  const openvpn: FakeOpenvpn = {
    passing: new Set(['udp', 'tcp', 'tls', 'shadowsocks', 'obfs4']),
    failures: [],
    current: null,
    passed: { received: 1_000, sent: 500 },
    tried: [],
    async raise(target, signal) {
      await Promise.resolve();
      openvpn.tried.push(target);
      const failure = openvpn.failures.shift();
      if (failure !== undefined) return err(failure);
      if (signal.aborted || !openvpn.passing.has(target.offer.variant)) return err('no_response');
      openvpn.current = target;
      return ok(lease);
    },
    traffic: () => (openvpn.current === null ? null : openvpn.passed),
    negotiated: () =>
      openvpn.current === null ? null : { cipher: 'AES-256-GCM', lastHandshake: 1_795_276_530 },
    logoutNotice: () => Promise.resolve(),
    async lower() {
      await Promise.resolve();
      openvpn.current = null;
    },
    onEnd(listener) {
      listeners.add(listener);
    },
    end(failure) {
      openvpn.current = null;
      for (const listener of listeners) listener(failure);
    },
  };
  return openvpn;
}
