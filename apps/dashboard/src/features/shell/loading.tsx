import { shellTexts } from '@comet/texts';
import { Trail } from '@comet/ui';

/** Shown while the dashboard itself is on its way. */
export function Loading() {
  return (
    <div className="grid min-h-[70dvh] place-items-center px-5">
      <div role="status" className="flex w-full max-w-70 flex-col gap-3 text-center text-quiet">
        <Trail label={shellTexts.loading} progress={null} />
        {shellTexts.loading}
      </div>
    </div>
  );
}
