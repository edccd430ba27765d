import { errorText } from '@comet/texts';
import { Banner, Button } from '@comet/ui';
import { CeremonyAborted } from './ceremony-aborted.ts';

interface PasskeyButtonProps {
  readonly label: string;
  readonly busy: boolean;
  /** Error of the last attempt. */
  readonly failure: unknown;
  readonly onPress: () => void;
}

/** Starts a passkey prompt, and shows its error above the button. */
export function PasskeyButton({ label, busy, failure, onPress }: PasskeyButtonProps) {
  return (
    <div className="flex flex-col gap-4">
      {failure !== null && !(failure instanceof CeremonyAborted) && (
        <Banner tone="danger" urgent title={errorText(failure).title ?? undefined}>
          {errorText(failure).text}
        </Banner>
      )}
      <Button weight="secondary" wide busy={busy} onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}
