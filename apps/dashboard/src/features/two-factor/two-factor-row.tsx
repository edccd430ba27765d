import { formatDay, formatText, twoFactorTexts as texts } from '@comet/texts';
import { linkActionClasses, Row } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { twoFactorQuery } from './two-factor.ts';

/** Row in the settings: whether two-factor is on, and the link to it. */
export function TwoFactorRow() {
  const { state, enabledAt } = useSuspenseQuery(twoFactorQuery).data;
  const action = { off: texts.setUp, activating: texts.goOn, on: texts.manage }[state];
  const waiting = state === 'activating' ? texts.rowActivating : texts.rowOff;
  return (
    <Row
      term={texts.row}
      action={
        <Link to="/dash/settings/two-factor/" className={linkActionClasses}>
          {action}
        </Link>
      }
    >
      {enabledAt === null ? waiting : formatText(texts.rowOn, { date: formatDay(enabledAt) })}
    </Row>
  );
}
