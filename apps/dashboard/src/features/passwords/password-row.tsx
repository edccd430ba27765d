import { changePasswordTexts as texts } from '@comet/texts';
import { linkActionClasses, Row } from '@comet/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { userQuery } from '../account/index.ts';

/** The row of the password in the settings. */
export function PasswordRow() {
  const { hasPassword } = useSuspenseQuery(userQuery).data;
  return (
    <Row
      term={texts.row}
      action={
        <Link to="/dash/settings/change-password/" className={linkActionClasses}>
          {hasPassword ? texts.change : texts.set}
        </Link>
      }
    >
      {hasPassword ? texts.rowSet : texts.rowNone}
    </Row>
  );
}
