import { homeTexts } from '@comet/texts/desktop';
import { Button } from '@comet/ui';
import type { HomeView } from './home-view.ts';
import type { Connection } from './use-connection.ts';

const labels = {
  connect: homeTexts.connect,
  cancel: homeTexts.cancel,
  disconnect: homeTexts.disconnect,
  resume: homeTexts.resume,
  retry: homeTexts.tryAgain,
} as const;

/** What leads away from a tunnel, and the moment in which it goes. */
const quiet: ReadonlySet<HomeView['action']> = new Set(['cancel', 'disconnect', null]);

/** The one button. It keeps its place and its focus from state to state, so that a keyboard finds it again. */
export function MainAction({
  action,
  connection,
}: {
  readonly action: HomeView['action'];
  readonly connection: Connection;
}) {
  const acts = {
    connect: connection.connect,
    retry: connection.connect,
    cancel: connection.disconnect,
    disconnect: connection.disconnect,
    resume: connection.resume,
  };
  return (
    <Button
      wide
      autoFocus
      weight={quiet.has(action) ? 'secondary' : 'primary'}
      busy={action === null}
      onClick={action === null ? undefined : acts[action]}
    >
      {action === null ? homeTexts.disconnecting : labels[action]}
    </Button>
  );
}
