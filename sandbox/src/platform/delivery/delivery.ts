/** Delivery modes of a provider besides `normal`. Each provider adds a forgery mode. */
export const COMMON_MODES = ['normal', 'duplicate', 'reorder', 'delay', 'drop'] as const;

/** A delivery attempt, in real time, not the sandbox's. */
export interface Attempt {
  readonly at: string;
  readonly status_code: number | null;
  readonly error: string | null;
}

/** A queued delivery to the shop's server. */
export interface Delivery {
  readonly id: string;
  readonly mode: string;
  status: 'not_attempted' | 'needs_retry' | 'delivered' | 'failed' | 'dropped';
  /** Real time, ISO 8601; null if the delivery is finished. */
  next_attempt_at: string | null;
}

/** The current mode and the number of remaining deliveries in it; `remaining` null: until changed. */
export interface DeliveryRule<M extends string = string> {
  mode: M;
  delayMs: number;
  remaining: number | null;
}

/** Returns the initial state of a delivery under the rule; `now` is real time. */
export function initialDelivery<M extends string>(
  rule: DeliveryRule<M>,
  now: Date,
): { mode: M; status: Delivery['status']; next_attempt_at: string | null } {
  const { mode } = rule;
  if (mode === 'drop') return { mode, status: 'dropped', next_attempt_at: null };
  const due = new Date(now.getTime() + (mode === 'delay' ? rule.delayMs : 0)).toISOString();
  return { mode, status: 'not_attempted', next_attempt_at: due };
}

/** Returns the rule after one more delivery: after the last one the mode is `normal`. */
export function decrementRule<M extends string>(rule: DeliveryRule<M>): DeliveryRule<M | 'normal'> {
  if (rule.remaining === null) return rule;
  return rule.remaining > 1
    ? { ...rule, remaining: rule.remaining - 1 }
    : { ...rule, mode: 'normal', remaining: null };
}
