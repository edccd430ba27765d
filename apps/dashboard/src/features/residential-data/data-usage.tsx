import { residentialDataTexts as texts } from '@comet/texts';
import { buttonClasses } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { UsageView, useUsagePeriod } from '../usage/index.ts';
import { dataUsageQuery } from './residential-data.ts';

interface DataUsageProps {
  readonly availableBytes: number;
  /** True before the first purchase, if data is on sale. */
  readonly offersFirst: boolean;
}

/** Residential data by day. */
export function DataUsage({ availableBytes, offersFirst }: DataUsageProps) {
  const period = useUsagePeriod();
  const [now] = useState(() => new Date());
  const { data: known } = useSuspenseQuery(dataUsageQuery(period.shown));
  return (
    <UsageView
      {...period}
      known={known}
      now={now}
      availableBytes={availableBytes}
      emptyAction={
        offersFirst ? (
          <Link to="/dash/residential-vpn/payment" className={buttonClasses('primary')}>
            {texts.buy}
          </Link>
        ) : (
          availableBytes > 0 && (
            <Link to="/dash/devices" className={buttonClasses('primary')}>
              {texts.connectDevice}
            </Link>
          )
        )
      }
    />
  );
}
