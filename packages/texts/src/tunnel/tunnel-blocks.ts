import type { BlockReason } from '@comet/tunnel-protocol';

/** Why traffic is blocked: the cause, and the remedy. */
export const blockTexts: Readonly<Record<BlockReason, { readonly what: string; readonly next: string }>> = {
  not_signed_in: { what: 'You’re not signed in.', next: 'Sign in with `comet login`.' },
  authentication_failed: {
    what: 'Your sign-in has expired.',
    next: 'Sign out with `comet logout`, then sign in again with `comet login`.',
  },
  subscription_required: {
    what: 'Your account has no active plan.',
    next: 'Choose a plan in the dashboard, then connect again.',
  },
  email_unverified: {
    what: 'Your email address isn’t confirmed yet.',
    next: 'Follow the link in the email we sent you, then connect again.',
  },
  device_limit_reached: {
    what: 'Your account already has ten devices and configs.',
    next: 'Remove one in the dashboard, then connect again.',
  },
  device_removed: {
    what: 'This device was removed from your account.',
    next: 'Sign out with `comet logout`, then sign in again with `comet login`.',
  },
  location_unavailable: {
    what: 'This location isn’t available right now.',
    next: 'Choose another one with `comet locations`.',
  },
  residential_data_required: {
    what: 'You have no residential data left.',
    next: 'Buy more in the dashboard and connect again, or choose a location that doesn’t use it.',
  },
  spending_stopped: {
    what: 'Residential data, the residential proxy and dedicated IPs are suspended on your account.',
    next: 'Contact support in the dashboard, or connect to a standard location.',
  },
  exit_unavailable: {
    what: 'This exit can’t be reached right now.',
    next: 'Wait a moment, or connect to another location.',
  },
  entry_is_exit: {
    what: 'Only one server is available for entry and exit, and it would see both who you are and where you go.',
    next: 'Choose another entry location, or leave out `--via`.',
  },
  address_ended: {
    what: 'This dedicated IP has expired.',
    next: 'Extend it in the dashboard, or connect to a location.',
  },
  api_unreachable: {
    what: 'Comet can’t be reached.',
    next: 'Check that this computer is online.',
  },
  clock_ahead: {
    what: 'This computer’s clock seems to be fast.',
    next: 'Set the date and time, and Comet will connect. If they’re right, try another network.',
  },
  clock_behind: {
    what: 'This computer’s clock seems to be slow.',
    next: 'Set the date and time, and Comet will connect. If they’re right, try another network.',
  },
  gateway_unreachable: {
    what: 'The server isn’t responding.',
    next: 'Check that this computer is online, or connect to another location.',
  },
  gateway_refused: {
    what: 'The server refused this device.',
    next: 'Wait a moment, or connect to another location.',
  },
  handshake_timeout: {
    what: 'The server accepted this device, but the tunnel didn’t come up.',
    next: 'This network may block WireGuard. Try another network or another location.',
  },
  openvpn_failed: {
    what: 'OpenVPN didn’t connect.',
    next: 'This network may block it. Try `comet set protocol automatic`, another network or another location.',
  },
  protocol_unavailable: {
    what: 'No server in this location supports the protocol, port or transport you chose.',
    next: 'Choose another location, `comet set protocol automatic`, `comet set port automatic` or `comet set wireguard-over automatic`.',
  },
  tunnel_device_failed: {
    what: 'Couldn’t create the tunnel device.',
    next: 'Check the log: `journalctl -u cometd`.',
  },
  tunnel_device_died: {
    what: 'The tunnel device stopped.',
    next: 'Comet is creating a new one.',
  },
  firewall_failed: {
    what: 'Couldn’t set the firewall rules.',
    next: 'Check the log: `journalctl -u cometd`.',
  },
  dns_failed: {
    what: 'Couldn’t set the DNS resolver.',
    next: 'Check the log: `journalctl -u cometd`.',
  },
  disk_full: {
    what: 'The disk is full or read-only, so Comet can’t back up this computer’s DNS settings and won’t change them.',
    next: 'Free up disk space, and Comet will connect.',
  },
  routing_failed: {
    what: 'Couldn’t set the routes.',
    next: 'Check the log: `journalctl -u cometd`.',
  },
  session_ended: {
    what: 'The server ended this session.',
    next: 'Connect again.',
  },
  locked_down: {
    what: 'Lockdown is on, so all traffic is blocked until you connect.',
    next: 'Connect with `comet connect`, or turn it off with `comet lockdown off`.',
  },
};
