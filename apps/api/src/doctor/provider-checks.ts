import { api } from '@comet/contract';
import { createCoingate } from '../platform/coingate/coingate.ts';
import { openPaddle } from '../platform/paddle/paddle-call.ts';
import { createNotifications } from '../platform/paddle/notifications.ts';
import type { Settings } from '../settings.ts';
import { type Finding, failure, good, warning } from './finding.ts';
import { type Probe, reasonIn } from './probe.ts';

/** Required events: without them, orders, plans and refunds would be updated only by the reconciliation job. */
const neededEvents = [
  'transaction.completed',
  'subscription.created',
  'subscription.updated',
  'subscription.past_due',
  'subscription.canceled',
  'adjustment.created',
  'adjustment.updated',
];

/** Whether the payment providers accept our credentials, and Paddle sends its notifications here. */
export async function checkProviders(settings: Settings, probe: Probe): Promise<readonly Finding[]> {
  return [...(await checkPaddle(settings, probe)), await checkCoingate(settings)];
}

async function checkPaddle({ paddle, publicUrl }: Settings, probe: Probe): Promise<readonly Finding[]> {
  if (paddle.apiKey === '') return [failure('Paddle', 'there is no API key', 'set PADDLE_API_KEY')];
  const listed = await createNotifications(openPaddle(paddle)).destinations();
  if (!listed.ok)
    return [
      listed.error === 'payment_unavailable'
        ? failure('Paddle', `${paddle.apiUrl} does not respond`, 'check the network, and PADDLE_API_URL')
        : failure(
            'Paddle',
            'the API key is refused',
            'set PADDLE_API_KEY to one with read access to notification settings',
          ),
    ];
  return [
    good('Paddle', 'the API key is accepted'),
    webhookFinding(listed.value, publicUrl, paddle.webhookSecrets),
    await addressFinding(`${publicUrl}${api.paddleWebhook.path}`, probe),
  ];
}

/** A notification without a signature must reach the API, which refuses it with its own code. */
async function addressFinding(url: string, probe: Probe): Promise<Finding> {
  const part = 'webhook address';
  const remedy = 'forward /api/ of PUBLIC_URL unchanged to the API, also for POST requests';
  try {
    const { status, text } = await probe.post(url);
    return text.includes('signature_invalid')
      ? good(part, `${url} reaches the API`)
      : failure(part, `${url} returns ${status} from another program`, remedy);
  } catch (error) {
    return failure(part, `${url}: ${reasonIn(error)}`, remedy);
  }
}

type Destinations = Awaited<ReturnType<ReturnType<typeof createNotifications>['destinations']>>;

function webhookFinding(
  destinations: Extract<Destinations, { ok: true }>['value'],
  publicUrl: string,
  secrets: readonly string[],
): Finding {
  const url = `${publicUrl}${api.paddleWebhook.path}`;
  const part = 'Paddle webhook';
  const own = destinations.find(({ destination }) => destination === url);
  if (own === undefined)
    return failure(
      part,
      `no notification destination is ${url}`,
      'create it in Paddle under Developer tools, Notifications',
    );
  if (!own.isActive) return failure(part, `the destination ${url} is inactive`, 'activate it in Paddle');
  const missing = neededEvents.filter((event) => !own.events.includes(event));
  if (missing.length > 0)
    return failure(part, `${url} does not receive ${missing.join(', ')}`, 'subscribe it to them in Paddle');
  if (!secrets.includes(own.secret))
    return failure(
      part,
      'the secret of the destination is not among ours',
      'set PADDLE_WEBHOOK_SECRET to it',
    );
  return good(part, `${url} receives all ${neededEvents.length} events`);
}

/** CoinGate has no subscriptions: the address of the callback is part of each order. */
async function checkCoingate({ coingate }: Settings): Promise<Finding> {
  if (coingate.apiToken === '')
    return warning('CoinGate', 'crypto payments are disabled', 'set COINGATE_API_TOKEN to offer them');
  // No order has this number: "not found" means that the token is accepted.
  const found = await createCoingate(coingate).order('0');
  if (found.ok || found.error === 'not_found') return good('CoinGate', 'the token is accepted');
  return found.error === 'refused'
    ? failure('CoinGate', 'the token is refused', 'set COINGATE_API_TOKEN')
    : failure('CoinGate', `${coingate.apiUrl} does not respond`, 'check the network, and COINGATE_API_URL');
}
