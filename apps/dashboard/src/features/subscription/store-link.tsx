import { homeTexts } from '@comet/texts';
import { linkActionClasses } from '@comet/ui';
import type { Subscription } from './subscription.ts';

/** Where each store lists the subscriptions that were made in it. */
const addresses = {
  app_store: 'https://apps.apple.com/account/subscriptions',
  play_store: 'https://play.google.com/store/account/subscriptions',
} as const;

/** Leads to where a plan that was bought in a store is changed and cancelled; nothing for one that was bought here. */
export function StoreLink({ source }: Pick<Subscription, 'source'>) {
  if (source === 'web') return null;
  return (
    <a href={addresses[source]} className={linkActionClasses}>
      {homeTexts.manageInStore}
    </a>
  );
}
