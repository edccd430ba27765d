import { err, type Result } from '@comet/foundation';
import type { DaemonSettings, ParamsOf, Snapshot } from '@comet/tunnel-protocol';
import { mayUseUdp } from '../../gateways/attempts/transport-order.ts';
import type { RequestFailure } from '../control-channel.ts';

type CommandReply = Promise<Result<Snapshot, RequestFailure>>;

interface TransportCommandParts {
  readonly settings: () => DaemonSettings;
  /** Changes settings, and responds when they are in force. */
  set(part: Partial<DaemonSettings>): CommandReply;
}

/** The commands that choose the protocol and what carries it. A choice resets those that it excludes. */
export function transportCommandsOf({ settings, set }: TransportCommandParts) {
  const refuse = (error: RequestFailure['error']) => err<RequestFailure>({ error, detail: null });
  const usesOpenvpn = () => settings().protocol === 'openvpn';

  return {
    'protocol.set': ({ protocol }: ParamsOf<'protocol.set'>) =>
      set(
        protocol === 'openvpn'
          ? { protocol, wireguardPort: 'automatic', wireguardOver: 'automatic' }
          : { protocol, variant: 'automatic' },
      ),
    'variant.set': async ({ variant }: ParamsOf<'variant.set'>) =>
      variant === 'automatic' || usesOpenvpn() ? set({ variant }) : refuse('variant_needs_openvpn'),
    'wireguard-port.set': async ({ port }: ParamsOf<'wireguard-port.set'>) => {
      if (port === 'automatic') return set({ wireguardPort: port });
      if (usesOpenvpn()) return refuse('port_needs_wireguard');
      return set({ wireguardPort: port, ...(mayUseUdp(settings()) ? {} : { wireguardOver: 'automatic' }) });
    },
    'wireguard-over.set': async ({ over }: ParamsOf<'wireguard-over.set'>) => {
      if (over !== 'automatic' && usesOpenvpn()) return refuse('over_needs_wireguard');
      const usesUdp = mayUseUdp({ wireguardOver: over });
      return set({ wireguardOver: over, ...(usesUdp ? {} : { wireguardPort: 'automatic' }) });
    },
  };
}
