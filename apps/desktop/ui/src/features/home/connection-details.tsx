import { formatText } from '@comet/texts';
import { connectionDetailsTexts, failureText } from '@comet/texts/desktop';
import { AddressText, Disclosure } from '@comet/ui';
import { useEffect, useState } from 'react';
import { useNow } from '../../platform/clock/index.ts';
import { useDaemonQuery } from '../../platform/daemon/index.ts';
import { detailRows } from './detail-rows.ts';

/** Interval in ms between two readings while the details are open. */
const interval = 5_000;

/** The figures of the tunnel, read only while they are shown. */
export function ConnectionDetailsPart() {
  const [open, setOpen] = useState(false);
  return (
    // Closed, its line has the height of a target, which needs less padding below.
    <div className={open ? '' : '-mb-3'}>
      <Disclosure summary={connectionDetailsTexts.title} onOpenChange={setOpen}>
        {open && <Figures />}
      </Disclosure>
    </div>
  );
}

function Figures() {
  const [opened] = useState(() => Date.now());
  const now = useNow({ from: opened, step: interval });
  const { value, failure, again } = useDaemonQuery('status.details');
  useEffect(() => {
    if (now > opened) again();
  }, [now, opened, again]);
  if (failure !== null) {
    const why = failureText(failure.error, failure.detail);
    return <p className="m-0 text-danger">{formatText(connectionDetailsTexts.unavailable, { why })}</p>;
  }
  if (value === null || value.details === null) return null;
  return (
    <dl className="m-0 flex flex-col gap-y-1">
      {detailRows(value.details, now).map(({ term, value: text }) => (
        <div key={term} className="flex flex-wrap gap-x-5">
          <dt>{term}</dt>
          <dd className="m-0 min-w-0 grow basis-24 text-right wrap-anywhere text-ink select-text">
            <AddressText>{text}</AddressText>
          </dd>
        </div>
      ))}
    </dl>
  );
}
