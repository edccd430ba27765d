import { homeTexts } from '@comet/texts';
import { linkActionClasses } from '@comet/ui';
import type { Subscription } from './subscription.ts';

/** Each store's page for managing subscriptions. */
const addresses = {
  app_store: 'https://apps.apple.com/account/subscriptions',
  play_store: 'https://play.google.com/store/account/subscriptions',
} as const;

/**
 * Links to the store in which a plan was bought, where it is changed and cancelled; nothing for a plan bought
 * here.
 */
export function StoreLink({ source }: Pick<Subscription, 'source'>) {
  if (source === 'web') return null;
  return (
    <a href={addresses[source]} className={linkActionClasses}>
      {homeTexts.manageInStore}
    </a>
  );
}
