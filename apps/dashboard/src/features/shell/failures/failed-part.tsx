import { errorText, pageErrorTexts } from '@comet/texts';
import { LinkAction } from '@comet/ui';

interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/**
 * Shows why a part of a screen has no data, with a button that retries its failed reads. Empty if none has
 * failed.
 */
export function FailedPart({ reads }: { readonly reads: readonly Read[] }) {
  const failed = reads.filter(({ data, error }) => data === undefined && error !== null);
  const [first] = failed;
  if (first === undefined) return null;
  const retry = () => {
    for (const { refetch } of failed) void refetch();
  };
  return (
    <p role="status" className="m-0 flex flex-wrap items-baseline gap-x-4 text-warn">
      {errorText(first.error).text}
      <LinkAction onClick={retry}>{pageErrorTexts.tryAgain}</LinkAction>
    </p>
  );
}
