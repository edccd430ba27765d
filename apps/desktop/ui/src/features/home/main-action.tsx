import { homeTexts } from '@comet/texts/desktop';
import { Button } from '@comet/ui';
import type { HomeView } from './home-view.ts';
import type { Remedy } from './next-step.tsx';
import type { Connection } from './use-connection.ts';

const labels = {
  connect: homeTexts.connect,
  cancel: homeTexts.cancel,
  disconnect: homeTexts.disconnect,
  resume: homeTexts.resume,
  retry: homeTexts.tryAgain,
} as const;

/** Actions with a secondary button: those that end a tunnel, and none while it is being removed. */
const quiet: ReadonlySet<HomeView['action']> = new Set(['cancel', 'disconnect', null]);

interface MainActionProps {
  readonly action: HomeView['action'];
  readonly connection: Connection;
  /** The remedy of a failure, for the action `step`. */
  readonly remedy: Remedy | null;
}

/** The main button. It keeps its position and focus in every state, for keyboard users. */
export function MainAction({ action, connection, remedy }: MainActionProps) {
  const acts = {
    connect: connection.connect,
    retry: connection.connect,
    cancel: connection.disconnect,
    disconnect: connection.disconnect,
    resume: connection.resume,
    step: remedy?.open,
  };
  const label = action === 'step' ? remedy?.stepLabel : action === null ? null : labels[action];
  return (
    <Button
      wide
      autoFocus
      weight={quiet.has(action) ? 'secondary' : 'primary'}
      busy={action === null || (action === 'step' && remedy?.opening === true)}
      onClick={action === null ? undefined : acts[action]}
    >
      {label ?? homeTexts.disconnecting}
    </Button>
  );
}
