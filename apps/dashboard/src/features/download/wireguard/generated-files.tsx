import { errorText, plural, formatText, wireguardFileTexts as texts } from '@comet/texts';
import { Banner, Button, Dialog, LinkAction, Row, Rows, Subhead } from '@comet/ui';
import { useEffect, useRef, useState } from 'react';
import { QrCode } from '@comet/ui/qr-code';
import type { Made, GeneratedFile } from './generate-wireguard-files.ts';
import { downloadText, downloadZip } from '../download-files.ts';
import { useLocationName } from '../use-location-name.ts';
import { useBlocker } from '@tanstack/react-router';

interface GeneratedFilesProps {
  readonly made: Made;
  readonly onDone: () => void;
}

/** The created files, which are available only here: their private keys are not stored. */
export function GeneratedFiles({ made, onDone }: GeneratedFilesProps) {
  const { files, failure } = made;
  const [shown, setShown] = useState<GeneratedFile | null>(null);
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [isLeaving, setLeaving] = useState(false);
  const locationName = useLocationName();
  const ready = useRef<HTMLDivElement>(null);
  // This part replaces the form, which had the focus.
  useEffect(() => ready.current?.focus(), []);
  const [only] = files;
  const unsaved = files.filter(({ config }) => !kept.has(config.id)).length;
  const keep = (...some: readonly GeneratedFile[]) =>
    setKept((before) => new Set([...before, ...some.map(({ config }) => config.id)]));
  const save = (file: GeneratedFile) => {
    downloadText(file);
    keep(file);
  };
  const saveAll = async () => {
    await downloadZip(texts.zipName, files);
    keep(...files);
  };
  // A displayed QR code may have been scanned by a phone.
  const scan = (file: GeneratedFile) => {
    setShown(file);
    keep(file);
  };
  return (
    <section className="flex flex-col gap-5">
      <div ref={ready} tabIndex={-1} className="flex flex-col gap-1.5 outline-none">
        <Subhead>{formatText(plural(files.length, texts.ready), { count: files.length })}</Subhead>
        <p className="m-0 text-quiet">{texts.readyExplanation}</p>
      </div>
      {failure !== undefined && (
        <Banner tone="danger" urgent>
          {formatText(texts.someFailed, {
            made: files.length,
            count: made.wanted,
            reason: errorText(failure).text,
          })}
        </Banner>
      )}
      <Rows>
        {files.map((file) => (
          <Row
            key={file.config.id}
            term={locationName(file.config.location)}
            action={
              <span className="flex flex-wrap justify-end gap-x-6 gap-y-1">
                {/* The button below saves the file if there is only one. */}
                {files.length > 1 && (
                  <LinkAction
                    aria-label={formatText(texts.saveOne, { name: file.name })}
                    onClick={() => save(file)}
                  >
                    {texts.saveRow}
                  </LinkAction>
                )}
                <LinkAction
                  aria-label={formatText(texts.showQrOf, { name: file.name })}
                  onClick={() => scan(file)}
                >
                  {texts.showQr}
                </LinkAction>
              </span>
            }
          >
            <span className="font-mono text-small">{file.name}</span>
          </Row>
        ))}
      </Rows>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {files.length > 1 ? (
          <Button onClick={() => void saveAll()}>{texts.saveZip}</Button>
        ) : (
          only !== undefined && <Button onClick={() => save(only)}>{texts.save}</Button>
        )}
        <LinkAction onClick={() => (unsaved > 0 ? setLeaving(true) : onDone())}>{texts.done}</LinkAction>
      </div>
      <UnsavedFilesGuard
        unsaved={unsaved}
        made={files.length}
        leaving={isLeaving}
        onLeave={onDone}
        onStay={() => setLeaving(false)}
      />
      <Dialog
        open={shown !== null}
        onClose={() => setShown(null)}
        title={formatText(texts.qrTitle, { name: shown?.name ?? '' })}
        explanation={texts.qrExplanation}
        actions={
          <Button weight="secondary" onClick={() => setShown(null)}>
            {texts.closeQr}
          </Button>
        }
      >
        {shown !== null && (
          <div className="flex justify-center">
            <QrCode label={formatText(texts.qrLabel, { name: shown.name })} text={shown.text} />
          </div>
        )}
      </Dialog>
    </section>
  );
}

interface UnsavedFilesGuardProps {
  /** Number of created files that were neither saved nor scanned. */
  readonly unsaved: number;
  readonly made: number;
  /** The user has clicked something that would discard them. */
  readonly leaving: boolean;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks for confirmation before unsaved keys are lost by leaving the screen or the page, or by creating another file. */
function UnsavedFilesGuard({ unsaved, made, leaving, onLeave, onStay }: UnsavedFilesGuardProps) {
  const isHeld = unsaved > 0;
  const { status, proceed, reset } = useBlocker({
    // Switching the protocol stays on this page.
    shouldBlockFn: ({ current, next }) => current.routeId !== next.routeId,
    enableBeforeUnload: isHeld,
    disabled: !isHeld,
    withResolver: true,
  });
  const stay = () => {
    reset?.();
    onStay();
  };
  return (
    <Dialog
      open={status === 'blocked' || (leaving && isHeld)}
      onClose={stay}
      title={plural(made, texts.leaveTitle)}
      explanation={texts.leaveExplanation}
      actions={
        <>
          <Button weight="danger" onClick={proceed ?? onLeave}>
            {texts.leave}
          </Button>
          <Button weight="secondary" onClick={stay}>
            {texts.stay}
          </Button>
        </>
      }
    />
  );
}
