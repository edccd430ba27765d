import { deletionTexts } from '@comet/texts';
import { linkActionClasses, Row } from '@comet/ui';
import { Link } from '@tanstack/react-router';

/** The row of the account deletion in the settings. */
export function DeleteAccountRow() {
  return (
    <Row
      term={deletionTexts.row}
      action={
        <Link to="/dash/delete-account/" className={linkActionClasses}>
          {deletionTexts.open}
        </Link>
      }
    >
      {deletionTexts.rowExplanation}
    </Row>
  );
}
