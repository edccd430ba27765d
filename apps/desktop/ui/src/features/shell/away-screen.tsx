import { shellTexts } from '@comet/texts/desktop';
import { Button, Headline, Trail } from '@comet/ui';
import { useEffect, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';

/** Shown if the daemon does not respond or has an incompatible version: the state of the tunnel is unknown. */
export function AwayScreen() {
  const shell = useShell();
  const differs = useDiffers();
  return (
    <main className="mx-auto flex w-full max-w-2xl grow flex-col justify-center gap-6 px-5">
      {differs ? (
        <>
          <Headline explanation={shellTexts.otherWhat}>{shellTexts.other}</Headline>
          <p className="m-0 text-quiet">{shellTexts.otherNext}</p>
          <Button wide autoFocus onClick={() => void shell.restart()}>
            {shellTexts.startAnew}
          </Button>
        </>
      ) : (
        <>
          <Trail label={shellTexts.starting} progress={null} />
          <Headline explanation={shellTexts.awayWhat}>{shellTexts.away}</Headline>
          <p className="m-0 text-quiet">{shellTexts.awayNext}</p>
        </>
      )}
    </main>
  );
}

/** Whether the daemon's version is incompatible. It can change while the tunnel's state is unknown. */
function useDiffers(): boolean {
  const daemon = useDaemon();
  const [differs, setDiffers] = useState(() => daemon.differs());
  useEffect(() => daemon.follow(() => setDiffers(daemon.differs())), [daemon]);
  return differs;
}
