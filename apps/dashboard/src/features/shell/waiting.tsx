import { Headline, Trail } from '@comet/ui';

/** Something is under way, and what comes next comes by itself. */
export function Waiting({ children }: { readonly children: string }) {
  return (
    <div className="flex w-full flex-col gap-6">
      <Headline>{children}</Headline>
      <Trail label={children} progress={null} />
    </div>
  );
}
