import type { ComponentProps } from 'react';

/** Classes of an underlined action at the end of a row, for anchors and buttons alike. */
export const linkActionClasses =
  'inline-block border-0 border-b-2 border-comet bg-transparent p-0 text-left text-body font-medium text-ink no-underline transition-colors hover:text-comet disabled:opacity-55';

/** An underlined button for an action in the page. */
export function LinkAction(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className={linkActionClasses} />;
}
