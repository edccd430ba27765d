import type { BlockReason } from '@comet/tunnel-protocol';
import { blockTexts } from '../tunnel/tunnel.ts';

/** Remedies that the app offers in addition to a retry. */
type NextStep =
  | 'sign-in'
  | 'plans'
  | 'locations'
  | 'devices'
  | 'residential-data'
  | 'dedicated'
  | 'protocol'
  | 'settings'
  | null;

interface Blocked {
  readonly what: string;
  readonly next: string;
  readonly step: NextStep;
  /** Label of the control that opens the remedy. */
  readonly stepLabel: string | null;
  /** Whether a retry fails until the step is done: the step is the main button then. */
  readonly isRequired?: boolean;
}

const signIn = { next: 'Sign in again.', step: 'sign-in', stepLabel: 'Sign in', isRequired: true } as const;
const elsewhere = { step: 'locations', stepLabel: 'Choose another location' } as const;
const clock = {
  next: 'Set the date and time, and Comet will connect. If they’re right, try another network.',
  step: null,
  stepLabel: null,
} as const;
const machine = { next: 'Check the log: journalctl -u cometd', step: null, stepLabel: null } as const;

const steps: Readonly<Record<BlockReason, Omit<Blocked, 'what'>>> = {
  not_signed_in: signIn,
  authentication_failed: signIn,
  device_removed: signIn,
  subscription_required: {
    next: 'Choose a plan, then try again.',
    step: 'plans',
    stepLabel: 'Choose a plan',
    isRequired: true,
  },
  email_unverified: {
    next: 'Follow the link in the email we sent you, then try again.',
    step: null,
    stepLabel: null,
  },
  device_limit_reached: {
    next: 'Remove one, then try again.',
    step: 'devices',
    stepLabel: 'View devices',
    isRequired: true,
  },
  location_unavailable: { next: 'Try another location.', ...elsewhere },
  residential_data_required: {
    next: 'Buy more, or choose a location that doesn’t use it.',
    step: 'residential-data',
    stepLabel: 'Buy data',
    isRequired: true,
  },
  spending_stopped: {
    next: 'Contact support in the dashboard, or choose a standard location.',
    step: 'residential-data',
    stepLabel: 'Open dashboard',
    isRequired: true,
  },
  exit_unavailable: { next: 'Wait a moment, or choose another location.', ...elsewhere },
  entry_is_exit: { next: 'Choose another entry location.', step: null, stepLabel: null },
  address_ended: {
    next: 'Extend it, or choose a location.',
    step: 'dedicated',
    stepLabel: 'Extend dedicated IP',
    isRequired: true,
  },
  api_unreachable: { next: 'Check that this computer is online.', step: null, stepLabel: null },
  clock_ahead: clock,
  clock_behind: clock,
  gateway_unreachable: {
    next: 'Check that this computer is online, or choose another location.',
    ...elsewhere,
  },
  gateway_refused: { next: 'Wait a moment, or choose another location.', ...elsewhere },
  handshake_timeout: {
    next: 'This network may block WireGuard.',
    step: 'protocol',
    stepLabel: 'Choose another protocol',
  },
  openvpn_failed: {
    next: 'This network may block it.',
    step: 'protocol',
    stepLabel: 'Choose another protocol',
  },
  protocol_unavailable: { next: 'Choose another location, protocol or port.', ...elsewhere },
  tunnel_device_failed: machine,
  tunnel_device_died: { next: 'Comet is creating a new one.', step: null, stepLabel: null },
  firewall_failed: machine,
  dns_failed: machine,
  disk_full: { next: 'Free up disk space, and Comet will connect.', step: null, stepLabel: null },
  routing_failed: machine,
  session_ended: { next: 'Connect again.', step: null, stepLabel: null },
  locked_down: {
    next: 'Connect, or turn off lockdown in settings.',
    step: 'settings',
    stepLabel: 'Open settings',
  },
};

/** A plan that ended during a connection. */
const planEnded: Blocked = {
  what: 'Your plan has ended.',
  next: 'Renew it, then try again.',
  step: 'plans',
  stepLabel: 'Renew plan',
  isRequired: true,
};

/** Reasons for blocked traffic, with the app's remedies. `wasConnected`: the tunnel was up before. */
export function blockedTexts(reason: BlockReason, wasConnected = false): Blocked {
  if (reason === 'subscription_required' && wasConnected) return planEnded;
  return { what: blockTexts[reason].what, ...steps[reason] };
}
