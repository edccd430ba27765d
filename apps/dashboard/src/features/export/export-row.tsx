import { exportTexts as texts } from '@comet/texts';
import { Row } from '@comet/ui';
import { ExportAction } from './export-action.tsx';

/** The row of the data export in the settings. */
export function ExportRow() {
  return (
    <Row term={texts.row} action={<ExportAction />}>
      {texts.rowExplanation}
    </Row>
  );
}
