import { say } from '@comet/texts';
import { homeTexts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Sparkline } from './sparkline.tsx';
import { useThroughput } from './use-throughput.ts';

/** How fast it goes, as figures and as the last minute's line. */
export function ThroughputRow({ traffic }: { readonly traffic: Snapshot['traffic'] }) {
  const { down, up, downLine, upLine } = useThroughput();
  if (traffic === null) return null;
  return (
    <div className="flex flex-col gap-2 border-t border-line py-3.5">
      <Sparkline label={homeTexts.graph} downLine={downLine} upLine={upLine} />
      <dl className="m-0 grid grid-cols-2 text-small">
        <Figure term={homeTexts.down} megabits={down} />
        <Figure term={homeTexts.up} megabits={up} />
      </dl>
    </div>
  );
}

function Figure({ term, megabits }: { readonly term: string; readonly megabits: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-quiet">{term}</dt>
      <dd className="m-0 font-mono">{say(homeTexts.rate, { megabits })}</dd>
    </div>
  );
}
