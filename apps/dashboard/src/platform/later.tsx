import { type ComponentType, type JSX, useEffect, useState } from 'react';

/**
 * A part of a page that is fetched when the rest of it stands, and `afterMs` milliseconds after the page began if that is later. It takes no
 * place before; where it cannot be fetched, there is none.
 */
export function later<Props extends JSX.IntrinsicAttributes>(
  fetch: () => Promise<{ readonly default: ComponentType<Props> }>,
  afterMs = 0,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    useEffect(() => {
      const load = () =>
        fetch().then(
          ({ default: loaded }) => setPart(() => loaded),
          () => undefined,
        );
      const timer = setTimeout(() => void load(), Math.max(0, afterMs - performance.now()));
      return () => clearTimeout(timer);
    }, []);
    return Part === null ? null : <Part {...props} />;
  };
}
