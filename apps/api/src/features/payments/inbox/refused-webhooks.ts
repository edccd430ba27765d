import type { Metrics } from '../../../platform/http/observability/metrics.ts';
import { signatureFaults } from '../paddle/paddle-signature.ts';

const reasons = [
  ...signatureFaults.map((fault) => `paddle_signature_${fault}` as const),
  /** Valid signature, unknown schema: Paddle retries it, and an operator must investigate. */
  'paddle_unreadable',
  'coingate_token_wrong',
] as const;

/** Counts a rejected notification. */
export type CountRefusal = (reason: (typeof reasons)[number]) => void;

/** Forgeries change nothing, but operators should see the attempts. */
export function refusedWebhooks(metrics: Metrics): CountRefusal {
  return metrics.counter({
    name: 'comet_api_refused_webhooks_total',
    help: 'Notifications of payment providers that were turned away',
    label: 'reason',
    values: reasons,
  });
}
