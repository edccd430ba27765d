import { shellTexts } from '@comet/texts/desktop';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigation } from './navigation.tsx';

interface ScreenFrameProps {
  /** The headline of the screen, one sentence. */
  readonly title: string;
  /** Action of the back button; default is the previous screen. */
  readonly onBack?: () => void;
  readonly children: ReactNode;
  /**
   * Fills the window to its edges, behind the title and above the content; next to the content in a wide
   * window.
   */
  readonly ground?: ReactNode;
}

/**
 * A screen above home: focuses its title, unless one of its fields has the focus, and treats Escape as the
 * back button.
 */
export function ScreenFrame({ title, onBack, children, ground }: ScreenFrameProps) {
  const navigation = useNavigation();
  const back = onBack ?? navigation.back;
  const main = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!main.current?.contains(document.activeElement)) heading.current?.focus();
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // An open dialog or field handles the first Escape.
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        document.querySelector('[role=dialog]') === null
      )
        back();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [back]);
  const head = (
    <div className="flex flex-col items-start gap-1 pt-2">
      <button
        type="button"
        onClick={back}
        className="min-h-11 border-0 bg-transparent px-0 text-quiet underline-offset-4 hover:text-ink hover:underline"
      >
        {shellTexts.back}
      </button>
      <h1 ref={heading} tabIndex={-1} className="m-0 text-title outline-none">
        {title}
      </h1>
    </div>
  );
  if (ground === undefined)
    return (
      <main ref={main} className="relative flex min-h-0 grow flex-col overflow-y-auto px-5 pb-6">
        <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
          {head}
          {children}
        </div>
      </main>
    );
  return (
    <main
      ref={main}
      className="relative flex min-h-0 grow flex-col overflow-y-auto wide:grid wide:grid-cols-[1fr_26rem] wide:grid-rows-[minmax(0,1fr)] wide:overflow-hidden"
    >
      <div className="absolute top-0 left-0 z-10 px-5">{head}</div>
      <div className="relative h-60 shrink-0 wide:h-full">{ground}</div>
      <div className="flex flex-col gap-5 px-5 pt-4 pb-6 wide:overflow-y-auto wide:border-l wide:border-line wide:pt-5">
        {children}
      </div>
    </main>
  );
}
