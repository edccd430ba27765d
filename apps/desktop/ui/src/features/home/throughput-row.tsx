import { say } from '@comet/texts';
import { homeTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Sparkline } from './sparkline.tsx';
import { rates } from './throughput.ts';
import { useReadings } from './use-readings.ts';

/** How fast it goes, as figures and as the last minute's line. */
export function ThroughputRow({ traffic }: { readonly traffic: Snapshot['traffic'] }) {
  const measured = rates(useReadings());
  if (traffic === null) return null;
  const now = measured.at(-1) ?? { down: 0, up: 0 };
  return (
    <div className="flex flex-col gap-2 border-t border-line py-3.5">
      <Sparkline label={homeTexts.graph} rates={measured} />
      <dl className="m-0 grid grid-cols-2 text-small">
        <Figure term={homeTexts.down} rate={now.down} />
        <Figure term={homeTexts.up} rate={now.up} />
      </dl>
    </div>
  );
}

function Figure({ term, rate }: { readonly term: string; readonly rate: number }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-quiet">{term}</dt>
      <dd className="m-0 font-mono">{say(homeTexts.rate, { megabits: (rate / 1e6).toFixed(1) })}</dd>
    </div>
  );
}
