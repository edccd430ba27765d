import { glanceTexts as texts, say } from '@comet/texts';
import { linkActionClasses, Subhead } from '@comet/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dataUsageQuery, residentialDataQuery } from '../residential-data/index.ts';
import { FailedPart } from '../shell/index.ts';
import { gigabytesInWords } from '../services/index.ts';
import { UsageBars } from '../usage/index.ts';

const days = 14;

/** Residential data at a glance. It waits for nobody: what is late leaves its place empty. */
export function DataSummary() {
  const [now] = useState(() => new Date());
  const balanceRead = useQuery(residentialDataQuery);
  const usageRead = useQuery(dataUsageQuery(days));
  const { data } = balanceRead;
  const { data: usage } = usageRead;
  return (
    <section className="flex flex-col gap-4">
      <Subhead>{texts.residentialData}</Subhead>
      <FailedPart reads={[balanceRead, usageRead]} />
      {data !== undefined &&
        (data.fullBytes === 0 ? (
          <p className="m-0 text-quiet">{texts.noData}</p>
        ) : (
          <p className="m-0 flex flex-wrap items-baseline gap-x-3">
            <span className="font-heading text-headline font-semibold">
              {say(texts.gigabytes, { gigabytes: gigabytesInWords(data.availableBytes) })}
            </span>
            <span className="text-quiet">
              {say(texts.leftOf, { gigabytes: gigabytesInWords(data.fullBytes) })}
            </span>
          </p>
        ))}
      {usage !== undefined && usage.some(({ bytes }) => bytes > 0) && (
        <UsageBars known={usage} count={days} now={now} />
      )}
      {data?.stopped === true ? (
        <p className="m-0 text-danger">{texts.stopped}</p>
      ) : (
        <span className="flex gap-6">
          <Link to="/dash/residential-vpn/payment" className={linkActionClasses}>
            {texts.buyData}
          </Link>
        </span>
      )}
    </section>
  );
}
