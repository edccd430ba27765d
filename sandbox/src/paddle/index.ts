import type { Clock } from '@comet/foundation';
import type { FastifyInstance } from 'fastify';
import type { SandboxClock } from '../platform/sandbox-clock.ts';
import { adjustmentRoutes } from './adjustments/adjustments.routes.ts';
import { paddleApi } from './api/api.ts';
import { priceRoutes } from './catalog/prices.ts';
import { productRoutes } from './catalog/products.ts';
import { checkoutRoutes } from './checkout/checkout.routes.ts';
import { addressRoutes } from './customers/addresses.ts';
import { customerRoutes } from './customers/customers.ts';
import type { PaddleState } from './state.ts';
import { passTime } from './subscriptions/calendar.ts';
import { subscriptionRoutes } from './subscriptions/subscriptions.routes.ts';
import { transactionRoutes } from './transactions/transactions.routes.ts';
import { type WebhookSender, webhookSender } from './webhooks/sender.ts';
import { type PaddleWorld, paddleWorld } from './world.ts';

export { emptyPaddle, type PaddleState } from './state.ts';

/** Where Paddle's webhooks go, what signs them, and the key that opens its API. */
export interface PaddleSettings {
  readonly apiKey: string;
  readonly webhookUrl: string;
  readonly webhookSecret: string;
}

/** The sandbox's Paddle, running. */
export interface Paddle {
  readonly world: PaddleWorld;
  readonly sender: WebhookSender;
  /** What happened until the clock's present moment and `until`; see `passTime`. */
  passTime(until: Date): ReturnType<typeof passTime>;
  close(): Promise<void>;
}

const TICK_MS = 10_000;

/** Mounts Paddle under `/paddle` of `app`, delivers its webhooks, and renews subscriptions as time passes. */
export function startPaddle(
  app: FastifyInstance,
  parts: {
    state: PaddleState;
    clock: SandboxClock;
    systemClock: Clock;
    publicUrl: string;
    changed: () => void;
    settings: PaddleSettings;
  },
): Paddle {
  const { state, clock, systemClock, changed, settings } = parts;
  const sender = webhookSender({
    state,
    clock: systemClock,
    url: settings.webhookUrl,
    secret: settings.webhookSecret,
    changed,
  });
  const world = paddleWorld({
    state,
    clock,
    systemClock,
    apiUrl: `${parts.publicUrl}/paddle`,
    changed,
    send: sender.wake,
  });
  app.register(
    (scope, _options, done) => {
      checkoutRoutes(scope, world);
      done();
    },
    { prefix: '/paddle' },
  );
  app.register(
    (scope, _options, done) => {
      paddleApi(scope, settings.apiKey);
      productRoutes(scope, world);
      priceRoutes(scope, world);
      customerRoutes(scope, world);
      addressRoutes(scope, world);
      transactionRoutes(scope, world);
      subscriptionRoutes(scope, world);
      adjustmentRoutes(scope, world);
      done();
    },
    { prefix: '/paddle' },
  );
  const tick = setInterval(() => passTime(world, clock, clock.now()), TICK_MS);
  // What was waiting when the sandbox stopped.
  sender.wake();
  return {
    world,
    sender,
    passTime: (until) => passTime(world, clock, until),
    async close() {
      clearInterval(tick);
      await sender.close();
    },
  };
}
