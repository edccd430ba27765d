import type { BlockReason } from '@comet/tunnel-protocol';

/** Why traffic is held back: what happened, and what to do about it. */
export const blockTexts: Readonly<Record<BlockReason, { readonly what: string; readonly next: string }>> = {
  not_signed_in: { what: 'You are not signed in.', next: 'Sign in with `comet login`.' },
  authentication_failed: {
    what: 'Your sign-in is no longer valid.',
    next: 'Sign out with `comet logout`, then sign in again with `comet login`.',
  },
  subscription_required: {
    what: 'Your account has no active subscription.',
    next: 'Choose a plan in the dashboard, then connect again.',
  },
  email_unverified: {
    what: 'Your email address is not confirmed yet.',
    next: 'Follow the link in the mail we sent you, then connect again.',
  },
  device_limit_reached: {
    what: 'This account has ten devices and files.',
    next: 'Remove one in the dashboard, then connect again.',
  },
  device_removed: {
    what: 'This device was removed from your account.',
    next: 'Sign out with `comet logout`, then sign in again with `comet login`.',
  },
  location_unavailable: {
    what: 'This location is not available right now.',
    next: 'Choose another one: `comet locations` lists them.',
  },
  residential_data_required: {
    what: 'You have no residential data left.',
    next: 'Buy some in the dashboard, then connect again, or choose a location without it.',
  },
  spending_stopped: {
    what: 'Residential data, the proxy and dedicated addresses are stopped on your account.',
    next: 'Write to support in the dashboard, or connect to a standard location.',
  },
  exit_unavailable: {
    what: 'Nothing leads to this exit right now.',
    next: 'Wait a moment, or connect to another location.',
  },
  entry_is_exit: {
    what: 'Only one gateway is there to enter and to leave by, and it would see both who you are and where you go.',
    next: 'Enter at another location, or leave `--via` out.',
  },
  address_ended: {
    what: 'The time of this dedicated address is over.',
    next: 'Extend it in the dashboard, or connect to a location.',
  },
  api_unreachable: {
    what: 'Comet cannot be reached.',
    next: 'Check that this machine is online.',
  },
  clock_ahead: {
    what: 'The clock of this machine seems to be ahead of the time.',
    next: 'Set its date and time, and Comet connects. Where they are right, try another network.',
  },
  clock_behind: {
    what: 'The clock of this machine seems to be behind the time.',
    next: 'Set its date and time, and Comet connects. Where they are right, try another network.',
  },
  gateway_unreachable: {
    what: 'The gateway does not answer.',
    next: 'Check that this machine is online, or connect to another location.',
  },
  gateway_refused: {
    what: 'The gateway did not let this device in.',
    next: 'Wait a moment, or connect to another location.',
  },
  handshake_timeout: {
    what: 'The gateway let this device in, but the tunnel does not come up.',
    next: 'This network may block WireGuard. Try another network or another location.',
  },
  openvpn_failed: {
    what: 'OpenVPN does not come up.',
    next: 'This network may block it. Try `comet set protocol automatic`, another network or another location.',
  },
  protocol_unavailable: {
    what: 'No gateway there offers the protocol that you chose.',
    next: 'Choose another location, or `comet set protocol automatic`.',
  },
  tunnel_device_failed: {
    what: 'The tunnel device cannot be made.',
    next: 'See what cometd says in the system log.',
  },
  tunnel_device_died: {
    what: 'The tunnel device stopped.',
    next: 'Comet makes a new one.',
  },
  firewall_failed: {
    what: 'The firewall rules cannot be set.',
    next: 'See what cometd says in the system log.',
  },
  dns_failed: {
    what: 'The resolver cannot be set.',
    next: 'See what cometd says in the system log.',
  },
  disk_full: {
    what: 'The disk is full or read-only, so the resolvers of this machine cannot be put aside, and Comet leaves them alone.',
    next: 'Make room on the disk; Comet then connects.',
  },
  routing_failed: {
    what: 'The routes cannot be set.',
    next: 'See what cometd says in the system log.',
  },
  session_ended: {
    what: 'The gateway ended this session.',
    next: 'Connect again.',
  },
  locked_down: {
    what: 'Lockdown is on, so nothing leaves this machine without a tunnel.',
    next: 'Connect with `comet connect`, or end it with `comet lockdown off`.',
  },
};
