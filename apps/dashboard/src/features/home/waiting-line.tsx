import { Trail } from '@comet/ui';

/** An indeterminate progress line for something that the customer does elsewhere, with a label that names it. */
export function WaitingLine({ label }: { readonly label: string }) {
  return (
    <div className="flex flex-col gap-2">
      <Trail label={label} progress={null} />
      <p role="status" className="m-0 text-small text-quiet">
        {label}
      </p>
    </div>
  );
}
