import type { Result } from '@comet/foundation';
import type { Paddle } from '@paddle/paddle-node-sdk';
import { callPaddle, type PaddleFailure } from './paddle-call.ts';

/** Where Paddle sends its webhooks. */
interface NotificationDestination {
  readonly destination: string;
  readonly isActive: boolean;
  /** Names of the events that it receives. */
  readonly events: readonly string[];
  readonly secret: string;
}

interface PaddleNotifications {
  destinations(): Promise<Result<readonly NotificationDestination[], PaddleFailure>>;
}

/** https://developer.paddle.com/api-reference/notification-settings/list-notification-settings */
export function createNotifications(paddle: Paddle): PaddleNotifications {
  return {
    destinations: () =>
      callPaddle(async () => {
        const settings = await paddle.notificationSettings.list();
        return settings.map((one) => ({
          destination: one.destination,
          isActive: one.active,
          events: one.subscribedEvents.map(({ name }) => String(name)),
          secret: one.endpointSecretKey,
        }));
      }),
  };
}
