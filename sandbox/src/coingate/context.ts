import { randomUUID } from 'node:crypto';
import type { Clock } from '@comet/foundation';
import { initialDelivery, decrementRule } from '../platform/delivery/delivery.ts';
import type { CoingateState } from './state.ts';

/** State, clock and callbacks shared by the CoinGate sandbox's modules. */
export interface CoingateContext {
  readonly state: CoingateState;
  now(): Date;
  newId(): number;
  /** Queues a form for `url`, which is sent asynchronously. */
  queueCallback(orderId: number, url: string, body: string): void;
  /** Signals that `state` has changed. */
  changed(): void;
  /** URL of the payment pages, without a trailing slash. */
  readonly invoicesUrl: string;
}

const KEPT_CALLBACKS = 1000;

/** Creates the context. `send` is called when callbacks are pending; `systemClock` is the real time, used for their delivery. */
export function createCoingateContext(parts: {
  state: CoingateState;
  clock: Clock;
  systemClock: Clock;
  invoicesUrl: string;
  changed: () => void;
  send: () => void;
}): CoingateContext {
  const { state } = parts;
  return {
    state,
    now: () => parts.clock.now(),
    newId() {
      state.lastId += 1;
      return state.lastId;
    },
    queueCallback(orderId, url, body) {
      const beginning = initialDelivery(state.delivery, parts.systemClock.now());
      state.callbacks.push({ id: randomUUID(), orderId, url, body, ...beginning, attempts: [] });
      if (state.callbacks.length > KEPT_CALLBACKS) state.callbacks.splice(0, KEPT_CALLBACKS / 2);
      state.delivery = decrementRule(state.delivery);
      parts.changed();
      parts.send();
    },
    changed: parts.changed,
    invoicesUrl: parts.invoicesUrl,
  };
}
