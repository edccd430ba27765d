import { quickLoginTexts as texts } from '@comet/texts';
import { Icon, linkActionClasses } from '@comet/ui';
import { Link } from '@tanstack/react-router';
import { isAppPublished } from '../get-comet/index.ts';

/** Where a device shows its code; without an app, no device shows one, and other devices get a config. */
export function CodeInstructions() {
  return (
    <div className="flex flex-col gap-4">
      {isAppPublished() ? (
        <>
          <h2 className="m-0 text-body font-semibold">{texts.whereHeadline}</h2>
          <ul className="m-0 flex list-none flex-col gap-4 p-0 text-small text-quiet">
            <li className="flex gap-3">
              <Icon name="laptop" size="medium" />
              {texts.whereApp}
            </li>
            <li className="flex gap-3">
              <Icon name="terminal" size="medium" />
              <span>
                {texts.whereTerminal} <code className="font-mono text-ink">comet login</code>
              </span>
            </li>
          </ul>
        </>
      ) : (
        <>
          <h2 className="m-0 text-body font-semibold">{texts.noCodeHeadline}</h2>
          <p className="m-0 text-small text-quiet">{texts.noCodeExplanation}</p>
          <Link to="/dash/download/" className={`${linkActionClasses} self-start`}>
            {texts.noCodeAction}
          </Link>
        </>
      )}
    </div>
  );
}
