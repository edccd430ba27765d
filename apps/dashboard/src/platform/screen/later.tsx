import { type ComponentType, type JSX, useEffect, useState } from 'react';

/**
 * A part of a page that is fetched when the rest of it stands, and `afterMs` milliseconds after the page began if that is later. It takes no
 * place before, but says that the page is not whole yet, unless it keeps people waiting on purpose; where it cannot be fetched, there is none.
 * `onWanted` subscribes a callback that loads it at once.
 */
export function later<Props extends JSX.IntrinsicAttributes>(
  fetch: () => Promise<{ readonly default: ComponentType<Props> }>,
  afterMs = 0,
  onWanted: (load: () => void) => () => void = () => () => {},
): ComponentType<Props> {
  return function Later(props: Props) {
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
