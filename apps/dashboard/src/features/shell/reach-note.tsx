import { reachTexts } from '@comet/texts';
import { Banner } from '@comet/ui';
import { useSyncExternalStore } from 'react';
import type { ReachWatch } from '../../platform/data/service-reachability.ts';

/** Says that our servers cannot be asked, for as long as that is so. What is on the screen stays where it is. */
export function ReachNote({ watch }: { readonly watch: ReachWatch }) {
  const reach = useSyncExternalStore(watch.subscribe, watch.now);
  if (reach === 'reachable') return null;
  const { title, explanation } = reachTexts[reach];
  return (
    <div className="pointer-events-auto animate-rise border border-line">
      <Banner tone="warn" title={title}>
        {explanation}
      </Banner>
    </div>
  );
}
