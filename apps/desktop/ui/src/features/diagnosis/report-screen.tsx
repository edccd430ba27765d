import { plural, formatText } from '@comet/texts';
import { failureText, reportTexts } from '@comet/texts/desktop';
import { reportText, type ResultOf } from '@comet/tunnel-protocol';
import { Button, CodeBlock, useNotify, Disclosure } from '@comet/ui';
import { useEffect, useRef, useState } from 'react';
import { useCopy } from '../../platform/clipboard/use-copy.ts';
import { useCommand, useDaemon } from '../../platform/daemon/index.ts';
import { saveText } from '../../platform/files/index.ts';
import { ScreenFrame } from '../navigation/index.ts';

/** The report for support: shown in full, then sent by one press, saved or copied. */
export function ReportScreen() {
  const [command, run] = useCommand('report', {});
  const isStarted = useRef(false);
  // Created when the screen opens: it stays on this computer.
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    run();
  });
  return (
    <ScreenFrame title={reportTexts.title}>
      <p className="m-0 text-quiet">{reportTexts.why}</p>
      {command.kind === 'failed' && (
        <>
          <p role="alert" className="m-0 text-danger">
            {command.message}
          </p>
          <div>
            <Button onClick={run}>{reportTexts.again}</Button>
          </div>
        </>
      )}
      {command.kind === 'done' && <Report report={command.result} />}
      {(command.kind === 'idle' || command.kind === 'running') && (
        <p role="status" className="m-0">
          {reportTexts.making}
        </p>
      )}
    </ScreenFrame>
  );
}

type Sending =
  | { readonly kind: 'idle' | 'running' }
  | { readonly kind: 'sent'; readonly ticket: string }
  | { readonly kind: 'failed'; readonly message: string };

/** Sends the shown report. Where that fails it is saved as a file, so that it is not lost. */
function useSending(id: string | undefined, text: string): readonly [Sending, () => void] {
  const daemon = useDaemon();
  const [state, setState] = useState<Sending>({ kind: 'idle' });
  const send = () => {
    if (id === undefined) return;
    setState({ kind: 'running' });
    void daemon.send('report.send', { id }).then((done) => {
      if (done.ok) {
        setState({ kind: 'sent', ticket: done.value.ticket });
        return;
      }
      saveText(reportTexts.file, text);
      const why = failureText(done.error.error, done.error.detail);
      setState({
        kind: 'failed',
        message: formatText(reportTexts.notSent, { why: sentence(why), file: reportTexts.file }),
      });
    });
  };
  return [state, send];
}

/** A text of the API may have no full stop. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function Report({ report: { files, id } }: { readonly report: ResultOf<'report'> }) {
  const notify = useNotify();
  const text = reportText(files);
  const [sending, send] = useSending(id, text);
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify(reportTexts.copied),
      () => notify(reportTexts.copyFailed, { tone: 'danger' }),
    );
  };
  const isSent = sending.kind === 'sent';
  const canSend = id !== undefined && !isSent;
  return (
    <>
      <div role="status" className="flex flex-col gap-3 empty:hidden">
        {isSent && <Sent ticket={sending.ticket} />}
        {sending.kind === 'failed' && <p className="m-0 text-danger">{sending.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {canSend && (
          <Button busy={sending.kind === 'running'} onClick={send}>
            {reportTexts.send}
          </Button>
        )}
        <Button
          weight={canSend || isSent ? 'secondary' : 'primary'}
          onClick={() => saveText(reportTexts.file, text)}
        >
          {reportTexts.save}
        </Button>
        <Button weight="secondary" onClick={copy}>
          {reportTexts.copy}
        </Button>
        <span className="text-small text-quiet">
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

function Sent({ ticket }: { readonly ticket: string }) {
  const copy = useCopy();
  return (
    <>
      <h2 className="m-0 text-headline text-safe">{reportTexts.sent}</h2>
      <p className="m-0 select-text">{formatText(reportTexts.number, { number: ticket })}</p>
      <div>
        <Button onClick={() => copy(ticket, reportTexts.numberCopied)}>{reportTexts.copyNumber}</Button>
      </div>
    </>
  );
}

/** Its size in kB of UTF-8, at least 1. */
export function kilobytesOf(text: string): number {
  return Math.max(1, Math.round(new TextEncoder().encode(text).length / 1000));
}
