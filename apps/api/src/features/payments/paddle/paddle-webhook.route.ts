import { api } from '@comet/contract';
import { type Clock, err, ok, unixSeconds } from '@comet/foundation';
import type { Database } from '../../../platform/database/database.ts';
import { parseJson } from '../../../platform/http/requests/decode.ts';
import { route } from '../../../platform/http/requests/route.ts';
import { eventRecorder } from '../inbox/inbox.ts';
import { readPaddleEvent } from './paddle-event.ts';
import { verifyPaddleSignature } from './paddle-signature.ts';
import type { CountRefusal } from '../inbox/refused-webhooks.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: readonly string[];
  readonly countRefusal: CountRefusal;
}

/** Verifies, stores and responds. Processing is asynchronous, so that Paddle does not wait for it. */
export const paddleWebhookRoute = (deps: WebhookDeps) => {
  const keep = eventRecorder(deps);
  return route(api.paddleWebhook, async (call) => {
    const now = unixSeconds(deps.clock.now());
    const expected = { secrets: deps.secrets, now };
    const fault = verifyPaddleSignature(call.header('paddle-signature'), call.rawBody, expected);
    if (fault !== null) {
      deps.countRefusal(`paddle_signature_${fault}`);
      return err('signature_invalid');
    }
    const json = parseJson(call.rawBody);
    const received = json.ok ? readPaddleEvent(json.value) : json;
    // Valid but not parseable: Paddle retries it until the parser is fixed.
    if (!received.ok || !json.ok) {
      deps.countRefusal('paddle_unreadable');
      return err('validation_failed');
    }
    await keep({ provider: 'paddle', received: received.value, payload: call.rawBody.toString() });
    return ok(undefined);
  });
};
