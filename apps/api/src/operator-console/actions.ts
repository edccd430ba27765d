import { rolesForCommand } from '../features/operators/index.ts';
import type { OperatorRole } from '../platform/database/schema.ts';

/** The fields of a submitted form. */
export type Fields = Readonly<Record<string, string>>;

export interface Action {
  /** The command of `comet-ops` that runs. */
  readonly command: string;
  /** Its arguments. */
  readonly args: (fields: Fields) => readonly string[];
}

const denied = ['ports', 'networks', 'names'] as const;
const of = (fields: Fields, name: string): string => fields[name]?.trim() ?? '';
/** Splits at commas, with optional spaces. */
const listOf = (fields: Fields, name: string): string => of(fields, name).replaceAll(/\s+/g, '');
const option = (fields: Fields, name: string, as = name): readonly string[] =>
  of(fields, name) === '' ? [] : [`--${as}=${of(fields, name)}`];

/**
 * All actions of the console. Each is a command of `comet-ops` with the same arguments, so that effects, errors and audit entries are the
 * same. User input comes after `--`, where it is not parsed as an option.
 */
export const actions = {
  'answer-ticket': {
    command: 'tickets',
    args: (fields) => ['answer', ...option(fields, 'after'), '--', of(fields, 'ticket'), of(fields, 'text')],
  },
  'close-ticket': { command: 'tickets', args: (fields) => ['close', '--', of(fields, 'ticket')] },
  'grant-days': {
    command: 'grant-days',
    // Without a ticket, once per form: a double submit gives days once.
    args: (fields) => [
      ...(of(fields, 'for') === '' ? option(fields, 'form', 'once') : option(fields, 'for')),
      '--',
      of(fields, 'customer'),
      of(fields, 'days'),
    ],
  },
  'stop-data': { command: 'customers', args: (fields) => ['stop-data', '--', of(fields, 'customer')] },
  'allow-data': { command: 'customers', args: (fields) => ['allow-data', '--', of(fields, 'customer')] },
  'ban-customer': {
    command: 'customers',
    args: (fields) => ['ban', ...option(fields, 'reason'), '--', of(fields, 'customer')],
  },
  'unban-customer': { command: 'customers', args: (fields) => ['unban', '--', of(fields, 'customer')] },
  // A part once per form: a double submit refunds it once.
  refund: {
    command: 'refund',
    args: (fields) => [
      ...(of(fields, 'amount') === ''
        ? []
        : [...option(fields, 'amount'), ...option(fields, 'end'), ...option(fields, 'form', 'once')]),
      ...['--', of(fields, 'order')],
    ],
  },
  'approve-refund': { command: 'refunds', args: (fields) => ['approve', '--', of(fields, 'request')] },
  'reject-refund': { command: 'refunds', args: (fields) => ['reject', '--', of(fields, 'request')] },
  'refund-crypto': {
    command: 'refund-crypto',
    args: (fields) => [
      ...(of(fields, 'amount') === ''
        ? []
        : [...option(fields, 'amount'), ...option(fields, 'form', 'once')]),
      ...['--', of(fields, 'order')],
    ],
  },
  'fetch-order': { command: 'orders', args: (fields) => ['fetch', '--', of(fields, 'order')] },
  'retry-job': { command: 'jobs', args: (fields) => ['retry', '--', of(fields, 'job')] },
  'discard-job': {
    command: 'jobs',
    args: (fields) => ['discard', ...option(fields, 'reason'), '--', of(fields, 'job')],
  },
  'retry-event': { command: 'events', args: (fields) => ['retry', '--', of(fields, 'event')] },
  'add-coupon': {
    command: 'coupons',
    args: (fields) => [
      'add',
      ...option(fields, 'percent'),
      ...option(fields, 'amount'),
      ...option(fields, 'until'),
      '--',
      of(fields, 'code'),
    ],
  },
  'end-coupon': { command: 'coupons', args: (fields) => ['end', '--', of(fields, 'code')] },
  // An empty rule blocks nothing, and an empty cap removes the limit.
  'exit-rules': {
    command: 'exits',
    args: (fields) => [
      'rules',
      ...denied.map((name) => `--${name}=${listOf(fields, name)}`),
      ...['--', of(fields, 'exit')],
    ],
  },
  'exit-cap': {
    command: 'exits',
    args: (fields) => [
      ...['cap', ...option(fields, 'megabits'), ...option(fields, 'day_gigabytes', 'day-gigabytes')],
      ...['--', of(fields, 'exit')],
    ],
  },
  'drain-exit': {
    command: 'exits',
    args: (fields) => ['drain', ...option(fields, 'hours'), '--', of(fields, 'exit')],
  },
  'stop-exit': { command: 'exits', args: (fields) => ['stop', '--', of(fields, 'exit')] },
  'resume-exit': { command: 'exits', args: (fields) => ['resume', '--', of(fields, 'exit')] },
  'remove-exit': { command: 'exits', args: (fields) => ['remove', '--', of(fields, 'exit')] },
  'upstream-rules': {
    command: 'upstreams',
    args: (fields) => [
      'rules',
      ...denied.map((name) => `--${name}=${listOf(fields, name)}`),
      ...['--', of(fields, 'upstream')],
    ],
  },
  'upstream-cap': {
    command: 'upstreams',
    args: (fields) => ['cap', ...option(fields, 'megabits'), '--', of(fields, 'upstream')],
  },
  'stop-upstream': { command: 'upstreams', args: (fields) => ['stop', '--', of(fields, 'upstream')] },
  'resume-upstream': { command: 'upstreams', args: (fields) => ['resume', '--', of(fields, 'upstream')] },
  'drain-gateway': {
    command: 'gateways',
    args: (fields) => {
      const hours = of(fields, 'hours');
      const within = hours === '' ? [] : [`--within=${hours}h`];
      const force = of(fields, 'force') === 'yes' ? ['--force'] : [];
      return ['drain', ...within, ...force, '--', of(fields, 'gateway')];
    },
  },
  'resume-gateway': { command: 'gateways', args: (fields) => ['undrain', '--', of(fields, 'gateway')] },
  'retire-gateway': { command: 'gateways', args: (fields) => ['retire', '--', of(fields, 'gateway')] },
} as const satisfies Readonly<Record<string, Action>>;

export type ActionName = keyof typeof actions;

/** The name of an action in a URL; null if there is no such action. */
export const readAction = (name: string): ActionName | null =>
  Object.hasOwn(actions, name) ? (name as ActionName) : null;

/** The roles that may take an action: those of its command. */
export function rolesForAction(name: ActionName): readonly OperatorRole[] {
  const { command, args }: Action = actions[name];
  return rolesForCommand(command, args({}));
}
