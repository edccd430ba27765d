import { formatText } from '@comet/texts';
import { settingsTexts } from '@comet/texts/desktop';
import { LinkAction } from '@comet/ui';
import type { ReactNode } from 'react';
import { type Screen, useNavigation } from '../navigation/index.ts';

interface NavigationRowProps {
  readonly to: Screen;
  readonly title: string;
  /** The current value, or a short summary. */
  readonly detail: string | null;
  /**
   * Label of the action, and its accessible name with `{what}` in place of the title; by default the action
   * opens the screen.
   */
  readonly action?: {
    readonly label: string;
    readonly name: typeof settingsTexts.openWhat | typeof settingsTexts.changeWhat;
  };
}

const opens = { label: settingsTexts.open, name: settingsTexts.openWhat } as const;

/** A setting with its own screen. Its action gets the focus when that screen is closed. */
export function NavigationRow({ to, title, detail, action = opens }: NavigationRowProps) {
  const { open, from } = useNavigation();
  return (
    <div className="flex items-center justify-between gap-5">
      <TitleAndDetail title={title} detail={detail} />
      <LinkAction
        autoFocus={from === to}
        aria-label={formatText(action.name, { what: title })}
        onClick={() => open(to)}
      >
        {action.label}
      </LinkAction>
    </div>
  );
}

/** The name of a setting with an explanation. */
export function TitleAndDetail({
  title,
  detail,
}: {
  readonly title: ReactNode;
  readonly detail: string | null;
}) {
  return (
    <span className="flex min-w-0 flex-col">
      <span className="wrap-anywhere text-pretty">{title}</span>
      {detail !== null && <span className="text-small text-pretty wrap-anywhere text-quiet">{detail}</span>}
    </span>
  );
}
