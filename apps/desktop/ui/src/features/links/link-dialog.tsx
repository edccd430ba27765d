import { formatText } from '@comet/texts';
import { linkTexts as texts } from '@comet/texts/desktop';
import type { Snapshot } from '@comet/tunnel-protocol';
import { Button, Dialog } from '@comet/ui';
import { useRef } from 'react';
import { useDaemonQuery, useDaemon } from '../../platform/daemon/index.ts';

interface LinkDialogProps {
  /** The location code of the link; null if it contains none. */
  readonly location: string | null;
  readonly snapshot: Snapshot;
  /** `agreed`: the app connects now. */
  readonly onClose: (agreed: boolean) => void;
}

/**
 * The confirmation of a link to connect. Before the confirmation, the daemon is only queried for the
 * location.
 */
export function LinkDialog({ location, snapshot, onClose }: LinkDialogProps) {
  const daemon = useDaemon();
  const locationsQuery = useDaemonQuery('locations');
  const listed = locationsQuery.value;
  // The user may be typing when a link opens the window: Enter must not confirm an unread question.
  const notNow = useRef<HTMLButtonElement>(null);
  const place = listed?.locations.find(({ code }) => code === location);
  const isMissing = location !== null && listed !== null && place === undefined;
  const { tunnel } = snapshot;
  const present = tunnel.state === 'connected' ? tunnel.place.city : null;
  const connect = () => {
    void daemon.send('connect', { location });
    onClose(true);
  };
  const refuse = () => onClose(false);
  // The question stays unchanged while it is open.
  if (location !== null && listed === null && locationsQuery.failure === null) return null;
  if (isMissing)
    return (
      <Dialog
        open
        onClose={refuse}
        title={texts.unknownTitle}
        explanation={formatText(texts.unknown, { code: location })}
        actions={<Button onClick={refuse}>{texts.close}</Button>}
      />
    );
  const named = place === undefined ? location : `${place.city}, ${place.countryName}`;
  return (
    <Dialog
      open
      onClose={refuse}
      title={named === null ? texts.anywhere : formatText(texts.title, { place: named })}
      initialFocus={notNow}
      explanation={present === null ? texts.what : formatText(texts.instead, { present })}
      actions={
        <div className="flex w-full flex-col gap-3">
          <Button wide onClick={connect}>
            {texts.agree}
          </Button>
          <Button ref={notNow} wide weight="secondary" onClick={refuse}>
            {texts.refuse}
          </Button>
        </div>
      }
    />
  );
}
