import { deletionTexts as texts } from '@comet/texts';
import { Button, linkActionClasses } from '@comet/ui';
import { useSuspenseQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { userQuery } from '../account/index.ts';
import { devicesQuery } from '../devices/index.ts';
import { SettingsSubPage } from '../settings/index.ts';
import { subscriptionQuery } from '../subscription/index.ts';
import { Consequences } from './consequences.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { forfeitedDays } from './forfeited.ts';

/** What a deletion means, before anyone is asked for it. */
export default function DeleteAccountScreen() {
  const [subscription, devices] = useSuspenseQueries({
    queries: [subscriptionQuery, devicesQuery, userQuery],
  });
  const [now] = useState(() => new Date());
  const [isAsking, setAsking] = useState(false);
  const forfeited = forfeitedDays(subscription.data, now);
  return (
    <SettingsSubPage title={texts.headline} explanation={texts.explanation}>
      <Consequences
        subscription={subscription.data}
        forfeited={forfeited}
        devices={devices.data.devices.length}
      />
      <div className="flex flex-wrap items-center gap-x-7 gap-y-4">
        <Button weight="danger" onClick={() => setAsking(true)}>
          {texts.open}
        </Button>
        <Link to="/dash/settings/" className={linkActionClasses}>
          {texts.keep}
        </Link>
      </div>
      <DeleteDialog open={isAsking} onClose={() => setAsking(false)} forfeited={forfeited} />
    </SettingsSubPage>
  );
}
