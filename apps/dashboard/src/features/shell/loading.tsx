import { shellTexts } from '@comet/texts';
import { Trail } from '@comet/ui';

/** Shown while a screen is loading. */
export function Loading() {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-5">
      <div role="status" className="flex w-full max-w-70 flex-col gap-3 text-center text-quiet">
        <Trail label={shellTexts.loading} progress={null} />
        <h1 className="m-0 font-text text-body font-normal tracking-normal">{shellTexts.loading}</h1>
      </div>
    </div>
  );
}

/** The same for the whole page, before the dashboard's frame is loaded. */
export function LoadingPage() {
  return (
    <main>
      <Loading />
    </main>
  );
}
