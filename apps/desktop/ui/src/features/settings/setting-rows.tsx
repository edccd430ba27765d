import { say } from '@comet/texts';
import { settingsTexts } from '@comet/texts/desktop';
import { LinkAction } from '@comet/ui';
import type { ReactNode } from 'react';
import { type Screen, useNavigation } from '../navigation/index.ts';

interface NavigationRowProps {
  readonly to: Screen;
  readonly title: string;
  /** The present value, or what is there. */
  readonly detail: string | null;
  /** The action's label, and its accessible name with `{what}` for the title; by default, it opens the screen. */
  readonly action?: {
    readonly label: string;
    readonly name: typeof settingsTexts.openWhat | typeof settingsTexts.changeWhat;
  };
}

const opens = { label: settingsTexts.open, name: settingsTexts.openWhat } as const;

/** A setting with a screen of its own. Coming back from there focuses its action. */
export function NavigationRow({ to, title, detail, action = opens }: NavigationRowProps) {
  const { open, from } = useNavigation();
  return (
    <div className="flex items-center justify-between gap-5">
      <TitleAndDetail title={title} detail={detail} />
      <LinkAction
        autoFocus={from === to}
        aria-label={say(action.name, { what: title })}
        onClick={() => open(to)}
      >
        {action.label}
      </LinkAction>
    </div>
  );
}

/** The name of a setting, and a quiet line about it. */
export function TitleAndDetail({
  title,
  detail,
}: {
  readonly title: ReactNode;
  readonly detail: string | null;
}) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="wrap-anywhere">{title}</span>
      {detail !== null && <span className="text-small wrap-anywhere text-quiet">{detail}</span>}
    </span>
  );
}
