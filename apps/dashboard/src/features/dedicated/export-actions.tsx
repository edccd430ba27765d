import { dedicatedTexts as texts, say } from '@comet/texts';
import { LinkAction, Subhead } from '@comet/ui';
import { saveFile } from '../../platform/save-file.ts';
import {
  exportFormats,
  type ExportedAddress,
  type ExportFormat,
  exportOf,
  mediaTypes,
} from './export-addresses.ts';

/** All addresses as a file that programs read. It is made here: nobody else sees it. */
export function ExportActions({ addresses }: { readonly addresses: readonly ExportedAddress[] }) {
  const save = (format: ExportFormat) =>
    saveFile(new TextEncoder().encode(exportOf(format, addresses)), {
      name: `${texts.fileName}.${format}`,
      mediaType: mediaTypes[format],
    });
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-col gap-1.5">
        <Subhead>{texts.export}</Subhead>
        <p className="m-0 text-quiet">{texts.exportExplanation}</p>
      </div>
      <div className="flex gap-6">
        {exportFormats.map((format) => (
          <LinkAction
            key={format}
            aria-label={say(texts.exportAs, { format: format.toUpperCase() })}
            onClick={() => save(format)}
          >
            {format.toUpperCase()}
          </LinkAction>
        ))}
      </div>
    </section>
  );
}
