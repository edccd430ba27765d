import { exportTexts as texts } from '@comet/texts';
import { Row } from '@comet/ui';
import { ExportAction } from './export-action.tsx';

/** The way to the export, in the settings. */
export function ExportRow() {
  return (
    <Row term={texts.row} action={<ExportAction />}>
      {texts.rowExplanation}
    </Row>
  );
}
