import { type ComponentType, useEffect, useState } from 'react';

/**
 * A component that is loaded after the rest of the page is rendered, and at least `afterMs` milliseconds after the page began. Before that
 * it takes no space, and marks the page as busy if `afterMs` is 0; a component that cannot be loaded is left out. `onWanted` subscribes a
 * callback that loads it at once.
 */
export function lazyComponent<Props extends object>(
  fetch: () => Promise<{ readonly default: ComponentType<Props> }>,
  afterMs = 0,
  onWanted: (load: () => void) => () => void = () => () => {},
): ComponentType<Props> {
  return function LazyComponent(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | 'awaited' | 'missing'>('awaited');
    useEffect(() => {
      const load = () =>
        fetch().then(
          ({ default: loaded }) => setPart(() => loaded),
          () => setPart('missing'),
        );
      const timer = setTimeout(() => void load(), Math.max(0, afterMs - performance.now()));
      const stop = onWanted(() => void load());
      return () => {
        clearTimeout(timer);
        stop();
      };
    }, []);
    if (Part === 'awaited') return afterMs === 0 ? <span hidden aria-busy="true" /> : null;
    return Part === 'missing' ? null : <Part {...props} />;
  };
}
