/** Delivery modes of a provider besides `normal`. Each provider adds a forgery mode. */
export const COMMON_MODES = ['normal', 'duplicate', 'reorder', 'delay', 'drop'] as const;

/** One try to deliver. Times are real ones, not the sandbox's. */
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
  /** Real time, ISO 8601; null when nothing is left to do. */
  next_attempt_at: string | null;
}

/** The mode that holds, for how many more; `remaining` null is until changed. */
export interface DeliveryRule<M extends string = string> {
  mode: M;
  delayMs: number;
  remaining: number | null;
}

/** How a new delivery begins under the rule that holds at the real moment `now`. */
export function initialDelivery<M extends string>(
  rule: DeliveryRule<M>,
  now: Date,
): { mode: M; status: Delivery['status']; next_attempt_at: string | null } {
  const { mode } = rule;
  if (mode === 'drop') return { mode, status: 'dropped', next_attempt_at: null };
  const due = new Date(now.getTime() + (mode === 'delay' ? rule.delayMs : 0)).toISOString();
  return { mode, status: 'not_attempted', next_attempt_at: due };
}

/** The rule after one more delivery: a counted one ends in `normal`. */
export function decrementRule<M extends string>(rule: DeliveryRule<M>): DeliveryRule<M | 'normal'> {
  if (rule.remaining === null) return rule;
  return rule.remaining > 1
    ? { ...rule, remaining: rule.remaining - 1 }
    : { ...rule, mode: 'normal', remaining: null };
}
