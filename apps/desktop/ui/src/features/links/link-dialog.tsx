import { say } from '@comet/texts';
import { linkTexts as texts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, Dialog } from '@comet/ui';
import { useAnswer, useDaemon } from '../../platform/daemon/index.ts';

interface LinkDialogProps {
  /** The code that the link names; null where it names none. */
  readonly location: string | null;
  readonly snapshot: Snapshot;
  /** `agreed`: the app connects now. */
  readonly onClose: (agreed: boolean) => void;
}

/** A link asks to connect: the person says whether. Nothing is asked of the daemon before, but where the link leads. */
export function LinkDialog({ location, snapshot, onClose }: LinkDialogProps) {
  const daemon = useDaemon();
  const known = useAnswer('locations').value;
  const place = known?.locations.find(({ code }) => code === location);
  const unknown = location !== null && known !== null && place === undefined;
  const { tunnel } = snapshot;
  const present = tunnel.state === 'connected' ? tunnel.place.city : null;
  const connect = () => {
    void daemon.ask('connect', { location });
    onClose(true);
  };
  const refuse = () => onClose(false);
  if (unknown)
    return (
      <Dialog
        open
        onClose={refuse}
        title={texts.unknownTitle}
        explanation={say(texts.unknown, { code: location })}
        actions={<Button onClick={refuse}>{texts.close}</Button>}
      />
    );
  const named = place === undefined ? location : `${place.city}, ${place.countryName}`;
  return (
    <Dialog
      open
      onClose={refuse}
      title={named === null ? texts.anywhere : say(texts.title, { place: named })}
      explanation={present === null ? texts.what : say(texts.instead, { present })}
      actions={
        <div className="flex w-full flex-col gap-3">
          <Button wide onClick={connect}>
            {texts.agree}
          </Button>
          <Button wide weight="secondary" onClick={refuse}>
            {texts.refuse}
          </Button>
        </div>
      }
    />
  );
}
