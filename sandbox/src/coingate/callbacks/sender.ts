import { type Clock, randomToken } from '@comet/foundation';
import { post } from '../../platform/delivery/post.ts';
import { deliverySender, type Sender, type Verdict } from '../../platform/delivery/sender.ts';
import type { Callback, CoingateState } from '../state.ts';

const TIMEOUT_MS = 20_000;

/** Response codes after which a callback is not retried: https://developer.coingate.com/reference/api-callbacks */
const FINAL: readonly (number | null)[] = [301, 302, 401, 403];

/** Sends pending callbacks: unsigned forms, authenticated by the order's token only. */
export function callbackSender(parts: { state: CoingateState; clock: Clock; changed: () => void }): Sender {
  async function send(callback: Callback, forged: boolean, stop: AbortSignal): Promise<Verdict> {
    const at = parts.clock.now();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'CoinGate' };
    const body = forged ? forgery(callback.body) : callback.body;
    const response = await post(callback.url, { body, headers }, { timeoutMs: TIMEOUT_MS, stop });
    callback.attempts.push({ at: at.toISOString(), ...response, forged });
    if (response.status_code !== null && response.status_code >= 200 && response.status_code < 300)
      return 'delivered';
    return FINAL.includes(response.status_code) ? 'refused' : 'again';
  }

  return deliverySender({
    queue: () => parts.state.callbacks,
    clock: parts.clock,
    async attempt(callback, stop) {
      if (callback.mode === 'forged_token' && callback.attempts.length === 0)
        await send(callback, true, stop);
      return send(callback, false, stop);
    },
    tried: (callback) => callback.attempts.filter((attempt) => !attempt.forged).length,
    changed: parts.changed,
  });
}

/** Returns the callback of an attacker with the order but without its token. */
function forgery(body: string): string {
  const form = new URLSearchParams(body);
  form.set('status', 'paid');
  form.set('token', randomToken(24));
  return form.toString();
}
