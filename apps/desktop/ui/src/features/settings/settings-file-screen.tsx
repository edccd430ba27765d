import { formatText } from '@comet/texts';
import { failureText, settingsFileTexts as texts } from '@comet/texts/desktop';
import { Button, FieldError, Subhead, useNotify } from '@comet/ui';
import { type SyntheticEvent, useId, useState } from 'react';
import { useDaemon } from '../../platform/daemon/index.ts';
import { saveText } from '../../platform/files/index.ts';
import { ScreenFrame } from '../navigation/index.ts';

/** Maximum number of characters that the daemon accepts. */
const maxLength = 65_536;

/** Reads a chosen file; null if it is empty or too large for settings. A large file is not read. */
export async function settingsIn(file: Pick<File, 'size' | 'text'>): Promise<string | null> {
  // A character has at most four bytes.
  if (file.size > 4 * maxLength) return null;
  const text = await file.text().catch(() => '');
  return text === '' || text.length > maxLength ? null : text;
}

/** Exports and imports settings as a file. */
export function SettingsFileScreen() {
  const daemon = useDaemon();
  const notify = useNotify();
  const id = useId();
  const [file, setFile] = useState<File | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(): Promise<void> {
    setFailure(null);
    const made = await daemon.send('settings.export', {});
    if (!made.ok) {
      setFailure(failureText(made.error.error, made.error.detail));
      return;
    }
    saveText(texts.file, made.value.text);
    notify(formatText(texts.saved, { file: texts.file }));
  }

  async function bring(chosen: File): Promise<void> {
    setFailure(null);
    const text = await settingsIn(chosen);
    if (text === null) {
      setFailure(failureText('settings_unreadable', null));
      return;
    }
    const done = await daemon.send('settings.import', { text });
    if (done.ok) notify(formatText(texts.used, { file: chosen.name }));
    else setFailure(failureText(done.error.error, done.error.detail));
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (file !== null) void bring(file);
  }

  return (
    <ScreenFrame title={texts.title}>
      <FieldError>{failure}</FieldError>
      <p className="m-0 text-quiet">{texts.why}</p>
      <div>
        <Button onClick={() => void save()}>{texts.save}</Button>
      </div>
      <form onSubmit={submit} className="flex flex-col items-start gap-3 border-t border-line pt-5">
        <Subhead>{texts.bring}</Subhead>
        <p className="m-0 text-small text-quiet">{texts.bringWhy}</p>
        <label htmlFor={id} className="text-small font-medium">
          {texts.choose}
        </label>
        <input
          id={id}
          type="file"
          accept=".json,application/json"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
          className="max-w-full text-small text-quiet file:mr-3 file:min-h-11 file:rounded-control file:border file:border-solid file:border-edge file:bg-transparent file:px-4 file:text-body file:font-semibold file:text-ink"
        />
        <Button type="submit" weight="secondary" disabled={file === null}>
          {texts.use}
        </Button>
      </form>
    </ScreenFrame>
  );
}
