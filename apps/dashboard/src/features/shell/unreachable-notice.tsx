import { reachTexts } from '@comet/texts';
import { Banner } from '@comet/ui';
import { useSyncExternalStore } from 'react';
import type { Reachability } from '../../platform/data/service-reachability.ts';

/** Shown while our servers cannot be reached. The screen keeps its content. */
export function UnreachableNotice({ watch }: { readonly watch: Reachability }) {
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
