import { useSyncExternalStore } from 'react';

/** As the breakpoint `wide` of the stylesheet. */
const wide = '(width >= 44rem)';

/** Whether the window is wide enough for two columns: what is not shown is not drawn either. */
export function useWide(): boolean {
  return useSyncExternalStore(follow, () => matchMedia(wide).matches);
}

function follow(changed: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
