import { Headline, Trail } from '@comet/ui';

/** An operation in progress whose result appears without a user action. */
export function Waiting({ children }: { readonly children: string }) {
  return (
    <div className="flex w-full flex-col gap-6">
      <Headline>{children}</Headline>
      <Trail label={children} progress={null} />
    </div>
  );
}
