import { shellTexts } from '@comet/texts/desktop';
import { Button, CodeBlock, Headline, Trail } from '@comet/ui';
import { useEffect, useState } from 'react';
import { type DaemonProblem, useDaemon } from '../../platform/daemon/index.ts';
import { useShell } from '../../platform/shell/index.ts';

/**
 * Shown if the daemon does not respond, is of an incompatible version, or refuses this user: the state of the
 * tunnel is unknown.
 */
export function DaemonUnavailableScreen() {
  const trouble = useDaemonProblem();
  return (
    <main className="mx-auto flex w-full min-h-0 max-w-2xl grow flex-col justify-center-safe gap-6 overflow-y-auto px-5 py-5 *:shrink-0">
      {trouble === 'differs' && <VersionMismatch />}
      {trouble === 'denied' && (
        <>
          <Headline explanation={shellTexts.deniedWhat}>{shellTexts.denied}</Headline>
          <p className="m-0 text-quiet">{shellTexts.deniedNext}</p>
          <div className="select-text">
            <CodeBlock label={shellTexts.deniedLabel}>{shellTexts.deniedCommand}</CodeBlock>
          </div>
        </>
      )}
      {trouble === null && (
        <>
          <Trail label={shellTexts.starting} progress={null} />
          <Headline explanation={shellTexts.awayWhat}>{shellTexts.away}</Headline>
          <p className="m-0 text-quiet">{shellTexts.awayNext}</p>
        </>
      )}
    </main>
  );
}

function VersionMismatch() {
  const shell = useShell();
  return (
    <>
      <Headline explanation={shellTexts.otherWhat}>{shellTexts.other}</Headline>
      <p className="m-0 text-quiet">{shellTexts.otherNext}</p>
      <Button wide autoFocus onClick={() => void shell.restart()}>
        {shellTexts.startAnew}
      </Button>
    </>
  );
}

/** Why the daemon cannot be used. */
function useDaemonProblem(): DaemonProblem | null {
  const daemon = useDaemon();
  const [trouble, setTrouble] = useState(() => daemon.trouble());
  useEffect(() => daemon.follow(() => setTrouble(daemon.trouble())), [daemon]);
  return trouble;
}
