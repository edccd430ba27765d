import { Trail } from '@comet/ui';

/** A wait of unknown length that the customer ends elsewhere, and what it waits for. */
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
