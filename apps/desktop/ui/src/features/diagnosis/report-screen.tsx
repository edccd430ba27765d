import { plural, formatText } from '@comet/texts';
import { reportTexts } from '@comet/texts/desktop';
import type { ResultOf } from '@comet/tunnel-protocol';
import { Button, CodeBlock, useNotify, Disclosure } from '@comet/ui';
import { saveText } from '../../platform/files/index.ts';
import { ScreenFrame } from '../navigation/index.ts';
import { useCommand } from '../../platform/daemon/index.ts';

/** The report for support: shown to the user, then saved or copied. Nothing is sent. */
export function ReportScreen() {
  const [command, run] = useCommand('report', {});
  return (
    <ScreenFrame title={reportTexts.title}>
      <p className="m-0 text-quiet">{reportTexts.why}</p>
      {command.kind === 'failed' && (
        <p role="alert" className="m-0 text-danger">
          {command.message}
        </p>
      )}
      {command.kind === 'done' ? (
        <Report files={command.result.files} />
      ) : (
        <div>
          <Button busy={command.kind === 'running'} onClick={run}>
            {command.kind === 'running' ? reportTexts.making : reportTexts.make}
          </Button>
        </div>
      )}
    </ScreenFrame>
  );
}

function Report({ files }: { readonly files: ResultOf<'report'>['files'] }) {
  const notify = useNotify();
  const text = reportText(files);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify(reportTexts.copied),
      () => notify(reportTexts.copyFailed, { tone: 'danger' }),
    );
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => saveText(reportTexts.file, text)}>{reportTexts.save}</Button>
        <Button weight="secondary" onClick={copy}>
          {reportTexts.copy}
        </Button>
        <span role="status" className="text-small text-quiet">
          {formatText(plural(files.length, reportTexts.holds), {
            count: files.length,
            size: kilobytesOf(text),
          })}
        </span>
      </div>
      <div className="border-t border-line">
        {files.map(({ name, text: part }) => (
          <div key={name} className="border-b border-line py-1">
            <Disclosure summary={name}>
              <div className="pb-3 select-text">
                <CodeBlock label={formatText(reportTexts.part, { name })}>{part}</CodeBlock>
              </div>
            </Disclosure>
          </div>
        ))}
      </div>
    </>
  );
}

type ReportFiles = ResultOf<'report'>['files'];

/** Combines all parts of a report in one text, each under its name. */
export function reportText(files: ReportFiles): string {
  return files.map(({ name, text }) => `== ${name}\n${text.trimEnd()}\n`).join('\n');
}

/** Its size in kB of UTF-8, at least 1. */
export function kilobytesOf(text: string): number {
  return Math.max(1, Math.round(new TextEncoder().encode(text).length / 1000));
}
