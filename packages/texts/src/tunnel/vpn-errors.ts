import type { BlockReason } from '@comet/tunnel-protocol';

/** The seven connection errors of product.md §8, the first line of `comet connect`; `blockTexts` has the cause and the remedy. */
const vpnErrorTexts = {
  initialisationFailed: 'The VPN couldn’t be initialized.',
  alreadyRunning: 'The VPN is already running. Check it with `comet status`.',
  authenticationFailed: 'VPN authentication failed.',
  connectionFailed: 'The VPN connection failed.',
  networkError: 'The VPN can’t be reached from this network.',
  secureConnectionFailed: 'A secure connection couldn’t be established.',
  connectFailed: 'The VPN couldn’t connect.',
} as const;

type VpnError = keyof typeof vpnErrorTexts;

const errorOfReason: Readonly<Record<BlockReason, VpnError | null>> = {
  not_signed_in: 'authenticationFailed',
  authentication_failed: 'authenticationFailed',
  device_removed: 'authenticationFailed',
  subscription_required: 'connectFailed',
  email_unverified: 'connectFailed',
  device_limit_reached: 'connectFailed',
  location_unavailable: 'connectFailed',
  residential_data_required: 'connectFailed',
  spending_stopped: 'connectFailed',
  exit_unavailable: 'connectFailed',
  entry_is_exit: 'connectFailed',
  address_ended: 'connectFailed',
  api_unreachable: 'networkError',
  clock_ahead: 'secureConnectionFailed',
  clock_behind: 'secureConnectionFailed',
  gateway_unreachable: 'networkError',
  gateway_refused: 'connectionFailed',
  session_ended: 'connectionFailed',
  handshake_timeout: 'secureConnectionFailed',
  openvpn_failed: 'secureConnectionFailed',
  protocol_unavailable: 'connectFailed',
  tunnel_device_failed: 'initialisationFailed',
  tunnel_device_died: 'initialisationFailed',
  firewall_failed: 'initialisationFailed',
  dns_failed: 'initialisationFailed',
  disk_full: 'initialisationFailed',
  routing_failed: 'initialisationFailed',
  // Requested by the user, so no failure.
  locked_down: null,
};

/** Returns the error of a cause; null if it is none. `superseded`: a later command replaced this one. */
export function vpnErrorText(cause: BlockReason | 'superseded'): string | null {
  if (cause === 'superseded') return vpnErrorTexts.alreadyRunning;
  const error = errorOfReason[cause];
  return error === null ? null : vpnErrorTexts[error];
}
