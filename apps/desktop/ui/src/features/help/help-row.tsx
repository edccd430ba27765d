import { formatText } from '@comet/texts';
import { helpLinkTexts as texts, settingsTexts } from '@comet/texts/desktop';
import { FieldError, LinkAction } from '@comet/ui';
import { useDashboard } from '../dashboard/index.ts';

/** Opens the help center of the site in the browser. */
export function HelpRow() {
  const dashboard = useDashboard();
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-5">
        <span className="flex min-w-0 flex-col">
          <span>{texts.title}</span>
          <span className="text-small text-quiet">{texts.hint}</span>
        </span>
        <LinkAction
          aria-label={formatText(settingsTexts.openWhat, { what: texts.title })}
          disabled={dashboard.opening}
          onClick={() => dashboard.open('help')}
        >
          {settingsTexts.open}
        </LinkAction>
      </div>
      <FieldError>{dashboard.failure}</FieldError>
    </div>
  );
}
